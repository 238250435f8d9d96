import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  ms: number
}

/** The built store as a process of its own, to be maltreated. */
export type Store = Awaited<ReturnType<typeof startStore>>

export const newFolder = () => mkdtempSync(join(tmpdir(), 'kade-faults-'))

type Start = {
  folder: string
  port?: number
  settings?: Record<string, string>
  /** What stands before `node` on the command line. */
  before?: string[]
}

/** Starts it and waits until it serves. @throws when it ends before that, with what it said */
export async function startStore({ folder, port, settings = {}, before = [] }: Start) {
  const at = port ?? (await freePort())
  const begun = performance.now()
  const [command, ...args] = [...before, process.execPath, 'dist/server/main.js']
  const child = spawn(command, args, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(at),
      DATABASE_URL: `file:${folder}/store.db`,
      APP_SECRET: 'a secret for faults, and for nothing else',
      SEED: 'none',
      RATE_LIMITS: 'off',
      CAPTCHA_PROVIDER: 'off',
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const ended = once(child, 'exit')
  await new Promise<void>((open, failed) => {
    child.stdout.on('data', () => said.includes('http://') && open())
    child.once('exit', (code) => failed(new Error(`The store ended with ${code} before it was open: ${said}`)))
  })
  const openAfter = performance.now() - begun

  return {
    port: at,
    folder,
    child,
    openAfter,
    /** Everything that it printed: its log. */
    said: () => said,
    memory: () => memoryOf(child),
    cpu: () => processorTimeOf(child),
    ended,
    call: callOn(at),
    async end(signal: NodeJS.Signals = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
    async remove() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Calls of the API over kept-alive connections. */
export function callOn(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  return (method: string, path: string, given: { token?: string; key?: string; body?: unknown } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const begun = performance.now()
      const text = given.body === undefined ? undefined : JSON.stringify(given.body)
      const asked = request({
        agent,
        port,
        host: '127.0.0.1',
        method,
        path: `/api${path}`,
        headers: {
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...(given.token !== undefined && { authorization: `Bearer ${given.token}` }),
          ...(given.key !== undefined && { 'idempotency-key': given.key }),
        },
      })
      asked.on('response', (response) => {
        let got = ''
        response.setEncoding('utf8').on('data', (part: string) => (got += part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text: got,
            ms: performance.now() - begun,
          }),
        )
      })
      asked.on('error', reject)
      asked.end(text)
    })
}

/** Resident memory in bytes. */
function memoryOf({ pid }: ChildProcess): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return Number(pages) * 4096
}

/** How long it has kept a processor busy, in milliseconds: what other processes do meanwhile is not in it. */
function processorTimeOf({ pid }: ChildProcess): number {
  const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = after!.split(' ').slice(11)
  return (Number(user) + Number(system)) * 10
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The value below which so many of a hundred are. */
export const percentile = (values: number[], of: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor((values.length * of) / 100))] ?? 0

/** Work done by so many at a time. */
export async function inParallel<T>(items: T[], width: number, work: (item: T) => Promise<void>) {
  const left = items.values()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of left) await work(item)
    }),
  )
}
