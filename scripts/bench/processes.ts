import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A process that serves on a port, until it is stopped. */
export type Serving = {
  port: number
  folder: string
  stop(): Promise<void>
  /** Stops it and leaves its folder for another start. */
  stopKeeping(): Promise<void>
}

/** Starts the built store on a database file in a folder of its own. */
export async function startStore(settings: Record<string, string> = {}, folder = newFolder()): Promise<Serving> {
  const port = await freePort()
  return start(['dist/server/main.js'], port, folder, {
    PORT: String(port),
    DATABASE_URL: `file:${folder}/store.db`,
    RATE_LIMITS: 'off',
    CAPTCHA_PROVIDER: 'off',
    LOG_LEVEL: 'error',
    ...settings,
  })
}

/** Starts one of the plain servers of baselines.ts. */
export async function startBaseline(kind: string, given: string): Promise<Serving> {
  const port = await freePort()
  return start(['--import', 'tsx', 'scripts/bench/baselines.ts', kind, String(port), given], port, newFolder(), {})
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'kade-bench-'))

async function start(args: string[], port: number, folder: string, env: Record<string, string>): Promise<Serving> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await saysSo(child, args[0]!)
  const stopKeeping = async () => {
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await once(child, 'exit')
    clearTimeout(patience)
  }
  const stop = async () => {
    await stopKeeping()
    rmSync(folder, { recursive: true, force: true })
  }
  return { port, folder, stop, stopKeeping }
}

/** The last line that a server prints when it is open is its address. */
const saysSo = (child: ChildProcess, what: string) =>
  new Promise<void>((open, failed) => {
    child.stdout!.on('data', (text: Buffer) => text.includes('http://') && open())
    child.once('exit', (code) => failed(new Error(`${what} ended with ${code} before it was open.`)))
  })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
