import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server that runs in its own process, on a temporary folder. */
export type ServerProcess = {
  port: number
  pid: number
  folder: string
  /** Stops it and deletes its folder. */
  stop(): Promise<void>
  /** Stops it and keeps its folder for another start. */
  stopAndKeepFiles(): Promise<void>
}

/** Starts the built app on a SQLite file in its own folder, with rate limits and captcha off. */
export async function startServer(
  settings: Record<string, string> = {},
  folder = createTemporaryFolder(),
): Promise<ServerProcess> {
  const port = await findFreePort()
  return start(['dist/server/main.js'], port, folder, {
    PORT: String(port),
    DATABASE_URL: `file:${folder}/store.db`,
    RATE_LIMITS: 'off',
    CAPTCHA_PROVIDER: 'off',
    LOG_LEVEL: 'error',
    ...settings,
  })
}

/** Starts one of the plain servers of baselines.ts; `file` is what it serves or writes. */
export async function startBaseline(kind: string, file: string): Promise<ServerProcess> {
  const port = await findFreePort()
  return start(
    ['--import', 'tsx', 'scripts/bench/baselines.ts', kind, String(port), file],
    port,
    createTemporaryFolder(),
    {},
  )
}

export const createTemporaryFolder = () => mkdtempSync(join(tmpdir(), 'kade-bench-'))

async function start(
  args: string[],
  port: number,
  folder: string,
  env: Record<string, string>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await waitUntilListening(child, args[0]!)
  const stopAndKeepFiles = async () => {
    child.kill('SIGTERM')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await once(child, 'exit')
    clearTimeout(killTimer)
  }
  const stop = async () => {
    await stopAndKeepFiles()
    rmSync(folder, { recursive: true, force: true })
  }
  return { port, pid: child.pid!, folder, stop, stopAndKeepFiles }
}

/** A server prints its address once it listens. */
const waitUntilListening = (child: ChildProcess, name: string) =>
  new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (text: Buffer) => text.includes('http://') && resolve())
    child.once('exit', (code) => reject(new Error(`${name} exited with ${code} before it was listening`)))
  })

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
