import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { test } from '@playwright/test'
import pg from 'pg'
import { findFreePort, startCluster } from '../../scripts/cluster/start-cluster.mjs'
import type { RunningApp } from './app-process.ts'

/** `E2E_CLUSTER=1` runs the browser tests on three processes behind nginx, on the test servers of Postgres and Redis. */
export const usesCluster = process.env.E2E_CLUSTER === '1'

const processCount = 3
const secret = 'a secret that only the browser tests use'
/** The seeded database that each app gets a copy of; set by global-setup.ts for the workers. */
const templateVariable = 'KADE_E2E_TEMPLATE_DATABASE'

/** Seeds a database for all apps of this run. Returns how to delete it. */
export async function seedTemplate(): Promise<() => Promise<void>> {
  const name = newDatabaseName()
  await runStatements(`create database ${name}`)
  const env = { ...settings(), PORT: String(await findFreePort()), DATABASE_URL: urlOf(name), REDIS_URL: '' }
  const child = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('http://') && resolve())
    child.once('exit', (code) => reject(new Error(`The app exited with code ${code} while it was seeded.`)))
  })
  child.kill('SIGTERM')
  await once(child, 'exit')
  process.env[templateVariable] = name
  return () => runStatements(`drop database ${name} with (force)`)
}

/** Starts processes of the built app behind nginx, on a copy of the seeded database. */
export async function startAppCluster(overrides: Record<string, string>): Promise<RunningApp> {
  const name = newDatabaseName()
  await runStatements(`create database ${name} template ${process.env[templateVariable]}`)
  // Each copy has channels of its own in Redis.
  await runStatements(`update epochs set epoch = '${randomUUID()}'`, urlOf(name))
  const port = await findFreePort()
  const env = { ...settings(), DATABASE_URL: urlOf(name), PUBLIC_URL: `http://localhost:${port}`, ...overrides }
  const cluster = await startCluster({ count: processCount, port, env })
  return {
    url: cluster.url,
    inboxUrl: () => unavailable('the inbox shows the emails of one process'),
    get databaseFile(): string {
      return unavailable('there is no SQLite file')
    },
    async restart() {
      for (const one of cluster.processes) one.child().kill('SIGKILL')
      await Promise.all(cluster.processes.map((one) => one.start()))
    },
    async close() {
      await cluster.stop()
      await runStatements(`drop database ${name} with (force)`)
    },
  }
}

const newDatabaseName = () => `kade_e2e_${randomUUID().replaceAll('-', '')}`

const settings = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  REDIS_URL: process.env.TEST_REDIS_URL,
  APP_SECRET: secret,
  TRUSTED_PROXIES: '127.0.0.1',
  CAPTCHA_PROVIDER: 'off',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
})

function urlOf(database: string): string {
  const url = new URL(process.env.TEST_POSTGRES_URL!)
  url.pathname = `/${database}`
  return url.href
}

async function runStatements(statement: string, url = process.env.TEST_POSTGRES_URL!) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Leaves out the test that asks for it. */
function unavailable(reason: string): never {
  test.skip(true, `With several processes, ${reason}.`)
  throw new Error('The test goes on although it is skipped.')
}
