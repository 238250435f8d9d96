import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

export const hasStrace = () => spawnSync('strace', ['-V']).status === 0
export const straceMissing = { ok: false, figures: 'not tried: strace is not installed (apt-get install strace)' }

/** The command that records a process' writes and syncs in `file`; of its main thread, which writes database and sockets. */
export const traceCommand = (file: string) => {
  const calls = 'trace=pwrite64,write,writev,ftruncate,fsync,fdatasync'
  return ['strace', '-D', '-qq', '-xx', '-y', '-s', '1000000', '-o', file, '-e', calls]
}

/** Makes a process' system calls fail with `error`. @returns a function that stops it */
export async function injectErrors(pid: number, calls: string, error: string) {
  const tracer = spawn('strace', ['-p', String(pid), '-o', '/dev/null', '-e', `inject=${calls}:error=${error}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('attached')) resolve()
    })
    tracer.once('exit', () => reject(new Error(`strace could not attach: ${output}`)))
  })
  return async () => {
    tracer.kill('SIGINT')
    await once(tracer, 'exit')
  }
}

/** A system call: the file, the bytes written, the offset (or the size of an ftruncate), and the result. */
export type SystemCall = { name: string; path: string; bytes: Buffer; at: number; result: number }

/** Parses a line of the trace; null for any other line. */
export function parseCall(line: string): SystemCall | null {
  const match = /^(\w+)\(\d+<([^>]*)>(?:, (.*))?\)\s+= (-?\d+)/.exec(line)
  if (!match) return null
  const [, name, path, args = '', result] = match
  const strings = [...args.matchAll(/"((?:\\x..)*)"/g)].map(([, text]) => text)
  return {
    name: name!,
    path: decode(path!).toString(),
    bytes: decode(strings.join('')),
    at: Number(/(\d+)$/.exec(args)?.[1] ?? 0),
    result: Number(result),
  }
}

const decode = (text: string) => Buffer.from(text.replaceAll('\\x', ''), 'hex')
