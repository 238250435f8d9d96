// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../run.mjs'
import { startNginx } from './nginx.mjs'

/** A demo store is seeded first. */
const startTimeoutMs = 300_000
const restartDelayMs = 1000

/**
 * @typedef {object} ClusterProcess One process of the built app.
 * @property {number} port
 * @property {() => import('node:child_process').ChildProcess} child the one that runs now
 * @property {() => string} output what it has printed
 * @property {() => string | null} inboxUrl where the emails that it has sent are shown; null outside of the demo
 * @property {() => Promise<void>} start starts it and waits until it is ready
 * @property {() => Promise<number | null>} stop stops it gracefully and returns its exit code
 */

/**
 * Starts several processes of the built app on one Postgres, and nginx in front of them.
 * @param {object} options
 * @param {number} options.count how many processes
 * @param {number} options.port of nginx
 * @param {string} [options.host] that nginx listens on
 * @param {NodeJS.ProcessEnv} options.env of every process: at least DATABASE_URL and APP_SECRET
 * @param {boolean} [options.restartsCrashed] whether a process that exits by itself is started again
 * @param {string} [options.entry] what each process runs
 * @param {AbortSignal} [options.signal] stops everything while it is starting, with a rejection
 */
export async function startCluster({
  count,
  port,
  host,
  env,
  restartsCrashed = false,
  entry = 'dist/server/main.js',
  signal,
}) {
  const folder = mkdtempSync(join(tmpdir(), 'kade-cluster-'))
  let isRunning = false
  const isWanted = () => restartsCrashed && isRunning
  const processes = await Promise.all(
    Array.from({ length: count }, async () => createProcess(await findFreePort(), { entry, env, isWanted })),
  )

  async function stop() {
    isRunning = false
    // Sockets move to nobody: nginx goes last, so that running requests are answered.
    await Promise.all(processes.map((one) => one.stop()))
    await nginx?.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  /** @type {Awaited<ReturnType<typeof startNginx>> | null} */
  let nginx = null
  const stopStarting = () => void Promise.all(processes.map((one) => one.stop()))
  signal?.addEventListener('abort', stopStarting)
  try {
    signal?.throwIfAborted()
    await Promise.all(processes.map((one) => one.start()))
    isRunning = true
    nginx = await startNginx({ port, host, folder, upstreamPorts: processes.map((one) => one.port) })
    signal?.throwIfAborted()
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal?.removeEventListener('abort', stopStarting)
  }
  return { url: `http://localhost:${port}`, processes, nginx, stop }
}

/**
 * @param {number} port
 * @param {{ entry: string, env: NodeJS.ProcessEnv, isWanted: () => boolean }} options
 * @returns {ClusterProcess}
 */
function createProcess(port, { entry, env, isWanted }) {
  /** @type {import('node:child_process').ChildProcess} */
  let child
  let output = ''
  let stopping = false

  async function start() {
    stopping = false
    child = spawn(process.execPath, [entry], {
      cwd: root,
      env: { ...env, NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const started = child
    child.stdout?.on('data', (text) => (output = (output + text).slice(-100_000)))
    child.once('exit', (code, signal) => {
      if (stopping || started !== child || !isWanted()) return
      console.error(`The process on port ${port} ended (${signal ?? code}) and is started again.`)
      setTimeout(() => void (isWanted() && start().then(printInboxUrl, console.error)), restartDelayMs)
    })
    await waitUntilReady(port, child)
  }

  async function stop() {
    stopping = true
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    child.kill('SIGTERM')
    await once(child, 'exit')
    return child.exitCode
  }

  const inboxUrl = () => output.match(/http:\S+\/dev\/mail\?token=\S+/g)?.at(-1) ?? null
  const printInboxUrl = () => inboxUrl() && console.log(`The emails that it sends are now shown at ${inboxUrl()}`)

  return { port, child: () => child, output: () => output, inboxUrl, start, stop }
}

/** @param {number} port @param {import('node:child_process').ChildProcess} child */
async function waitUntilReady(port, child) {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    const ended = child.exitCode ?? child.signalCode
    if (ended !== null) throw new Error(`A process ended (${ended}) before it was ready.`)
    if (await isReady(port)) return
    await delay(50)
  }
  throw new Error(`The process on port ${port} was not ready within ${startTimeoutMs / 1000} s.`)
}

/** @param {number} port @returns {Promise<boolean>} */
const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/api/ready`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** @returns {Promise<number>} */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}
