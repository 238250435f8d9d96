// @ts-check
// npm run cluster [-- --processes 3]: serves the store from several processes behind nginx, on one port, with the
// Postgres of DATABASE_URL and, if it is set, the Redis of REDIS_URL.
import { parseArgs } from 'node:util'
import { readDemoSecret } from './cluster/demo-secret.mjs'
import { findNginx } from './cluster/nginx.mjs'
import { startCluster } from './cluster/start-cluster.mjs'
import { exitWithNpm, fail, root } from './run.mjs'
import { loadSettings } from './settings.mjs'
import { build, install } from './setup.mjs'

exitWithNpm()
const { values } = parseArgs({ options: { processes: { type: 'string', default: '3' } } })
const count = Number(values.processes)
if (!Number.isInteger(count) || count < 1 || count > 64) fail('--processes takes a number from 1 to 64.')
process.chdir(root)
loadSettings()
if (!process.env.DATABASE_URL?.startsWith('postgres')) {
  fail('Several processes share a Postgres. Set DATABASE_URL=postgres://user:password@host/database.')
}
if (findNginx() === null) fail('nginx is not installed. Install it (such as by apt-get install nginx), and try again.')
if (!process.env.REDIS_URL) console.log('Without REDIS_URL, events reach the other processes after up to a second.')
await install()
await build()

const port = Number(process.env.PORT || 3000)
const localUrl = `http://localhost:${port}`
/** Production sets these itself, and doesn't start without them. */
const demoSettings =
  process.env.STORE_MODE === 'live' ? {} : { PUBLIC_URL: localUrl, APP_SECRET: readDemoSecret(`${root}data`) }
// While the first process fills the database, too.
const stopping = new AbortController()
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.once(signal, () => stopping.abort())
}
const cluster = await startCluster({
  count,
  port,
  host: process.env.HOST,
  restartsCrashed: true,
  signal: stopping.signal,
  env: {
    ...process.env,
    PUBLIC_URL: process.env.PUBLIC_URL || demoSettings.PUBLIC_URL,
    APP_SECRET: process.env.APP_SECRET || demoSettings.APP_SECRET,
    TRUSTED_PROXIES: process.env.TRUSTED_PROXIES || '127.0.0.1',
  },
}).catch((error) => (stopping.signal.aborted ? process.exit(0) : fail(error.message)))
stopping.signal.addEventListener('abort', () => void cluster.stop().then(() => process.exit(0)))

const ports = cluster.processes.map((one) => one.port).join(', ')
const inboxUrls = cluster.processes.flatMap((one) => one.inboxUrl() ?? [])
const inboxHint = ['The emails that each has sent are shown on this machine at', ...inboxUrls].join('\n  ')
console.log(`Kade is running as ${count} processes (ports ${ports}) behind nginx.`)
if (inboxUrls.length > 0) console.log(inboxHint)
console.log(process.env.PUBLIC_URL || localUrl)
