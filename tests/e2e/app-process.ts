import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedTemplate, startAppCluster, usesCluster } from './app-cluster.ts'

/** The built app, on a seeded database of its own. */
export type RunningApp = {
  url: string
  /** Where it shows the emails that it sent; another address after each restart. */
  inboxUrl(): string
  /** The SQLite file, for changes that no API call makes. */
  databaseFile: string
  restart(): Promise<void>
  close(): Promise<void>
}

/** The folder of the seeded database that each app gets a copy of; set by global-setup.ts for the workers. */
const seededFolderVariable = 'KADE_E2E_SEEDED_FOLDER'

/** Seeds a database for all apps of this run: seeding takes seconds, copying it doesn't. Returns how to delete it. */
export async function seedDatabase(): Promise<() => void | Promise<void>> {
  if (usesCluster) return seedTemplate()
  const folder = mkdtempSync(join(tmpdir(), 'kade-e2e-seed-'))
  const { child } = await start(await environment(folder))
  child.kill('SIGTERM')
  await once(child, 'exit')
  process.env[seededFolderVariable] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

const environment = async (folder: string): Promise<NodeJS.ProcessEnv> => ({
  ...process.env,
  NODE_ENV: 'production',
  PORT: String(await findFreePort()),
  DATABASE_URL: `file:${folder}/store.db`,
  CAPTCHA_PROVIDER: 'off',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
})

/** Starts the built app on a free port. @param env added to the environment: `{ CAPTCHA_PROVIDER: 'altcha' }` */
export async function startApp(env: Record<string, string> = {}): Promise<RunningApp> {
  if (usesCluster) return startAppCluster(env)
  const folder = mkdtempSync(join(tmpdir(), 'kade-e2e-'))
  const seeded = process.env[seededFolderVariable]
  if (seeded) cpSync(seeded, folder, { recursive: true })
  const fullEnv = { ...(await environment(folder)), ...env }
  let { child, inboxUrl } = await start(fullEnv)
  return {
    url: `http://localhost:${fullEnv.PORT}`,
    inboxUrl: () => inboxUrl,
    databaseFile: `${folder}/store.db`,
    async restart() {
      await stop(child)
      ;({ child, inboxUrl } = await start(fullEnv))
    },
    async close() {
      await stop(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves once the app listens. Its warnings and errors are printed. */
async function start(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; inboxUrl: string }> {
  const child = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    // The last line is the app's own address.
    child.stdout?.on('data', (text: Buffer) => /^http:\/\/.*\n/m.test((output += text.toString())) && resolve())
    child.once('exit', (code) => reject(new Error(`The app exited with code ${code} before it was listening.`)))
  })
  return { child, inboxUrl: /http:\S+\/dev\/mail\S+/.exec(output)![0] }
}

/** Kills the app. @throws if it had exited by itself, as it does on an unhandled rejection */
async function stop(child: ChildProcess) {
  if (child.exitCode !== null) throw new Error(`The app had exited with code ${child.exitCode}.`)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
