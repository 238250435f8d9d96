import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ApiResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  ms: number
}

/** The built app in a process of its own. */
export type ServerProcess = Awaited<ReturnType<typeof startServer>>

export const createTemporaryFolder = () => mkdtempSync(join(tmpdir(), 'kade-resilience-'))

type StartOptions = {
  folder: string
  port?: number
  settings?: Record<string, string>
  /** The command line before `node`. */
  commandPrefix?: string[]
}

/** Starts the app and waits until it listens. @throws with its output if it exits before */
export async function startServer({ folder, port, settings = {}, commandPrefix = [] }: StartOptions) {
  const actualPort = port ?? (await findFreePort())
  const startedAt = performance.now()
  const [command, ...args] = [...commandPrefix, process.execPath, 'dist/server/main.js']
  const child = spawn(command, args, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(actualPort),
      DATABASE_URL: `file:${folder}/store.db`,
      APP_SECRET: 'a secret only for the resilience tests',
      SEED: 'none',
      RATE_LIMITS: 'off',
      CAPTCHA_PROVIDER: 'off',
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const exited = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output.includes('http://') && resolve())
    child.once('exit', (code) => reject(new Error(`The app exited with ${code} before it was listening: ${output}`)))
  })
  const startedAfterMs = performance.now() - startedAt

  return {
    port: actualPort,
    folder,
    child,
    startedAfterMs,
    /** Everything printed so far, the log included. */
    output: () => output,
    memory: () => readMemory(child),
    cpu: () => readProcessorTime(child),
    exited,
    call: createClient(actualPort),
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exited
    },
    async remove() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A client of the API that keeps its connections alive. */
export function createClient(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  return (method: string, path: string, options: { token?: string; key?: string; body?: unknown } = {}) =>
    new Promise<ApiResponse>((resolve, reject) => {
      const sentAt = performance.now()
      const text = options.body === undefined ? undefined : JSON.stringify(options.body)
      const outgoing = request({
        agent,
        port,
        host: '127.0.0.1',
        method,
        path: `/api${path}`,
        headers: {
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
          ...(options.key !== undefined && { 'idempotency-key': options.key }),
        },
      })
      outgoing.on('response', (response) => {
        let received = ''
        response.setEncoding('utf8').on('data', (part: string) => (received += part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text: received,
            ms: performance.now() - sentAt,
          }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end(text)
    })
}

/** Resident memory in bytes. */
function readMemory({ pid }: ChildProcess): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return Number(pages) * 4096
}

/** Processor time of the process, in milliseconds. */
function readProcessorTime({ pid }: ChildProcess): number {
  const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = after!.split(' ').slice(11)
  return (Number(user) + Number(system)) * 10
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The value below which `percent` (0 to 100) of the values are. */
export const percentile = (values: number[], percent: number) =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor((values.length * percent) / 100))
  ] ?? 0

/** Runs `work` for every item, `width` at a time. */
export async function inParallel<T>(items: T[], width: number, work: (item: T) => Promise<void>) {
  const remaining = items.values()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of remaining) await work(item)
    }),
  )
}
