import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

export const hasStrace = () => spawnSync('strace', ['-V']).status === 0
export const noStrace = { ok: false, figures: 'not tried: strace is not installed (apt-get install strace)' }

/**
 * What records a process' writes and syncs in a file, to stand before its command. Its main thread alone is looked at,
 * where the database and the sockets are written.
 */
export const recording = (file: string) => {
  const calls = 'trace=pwrite64,write,writev,ftruncate,fsync,fdatasync'
  return ['strace', '-D', '-qq', '-xx', '-y', '-s', '1000000', '-o', file, '-e', calls]
}

/** From here on whatever that process does by these calls fails, until what is returned is called. */
export async function inject(pid: number, calls: string, error: string) {
  const tracer = spawn('strace', ['-p', String(pid), '-o', '/dev/null', '-e', `inject=${calls}:error=${error}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  await new Promise<void>((attached, failed) => {
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('attached')) attached()
    })
    tracer.once('exit', () => failed(new Error(`strace could not attach: ${said}`)))
  })
  return async () => {
    tracer.kill('SIGINT')
    await once(tracer, 'exit')
  }
}

/** A call that a process made: on which file, with what, and what came of it. */
export type Call = { name: string; path: string; bytes: Buffer; at: number; result: number }

/** Reads a line that `recording` made; null for one that is none. `at` is the offset, or the size of an ftruncate. */
export function readCall(line: string): Call | null {
  const read = /^(\w+)\(\d+<([^>]*)>(?:, (.*))?\)\s+= (-?\d+)/.exec(line)
  if (!read) return null
  const [, name, path, given = '', result] = read
  const strings = [...given.matchAll(/"((?:\\x..)*)"/g)].map(([, text]) => text)
  return {
    name: name!,
    path: decode(path!).toString(),
    bytes: decode(strings.join('')),
    at: Number(/(\d+)$/.exec(given)?.[1] ?? 0),
    result: Number(result),
  }
}

const decode = (text: string) => Buffer.from(text.replaceAll('\\x', ''), 'hex')
