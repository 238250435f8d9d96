// @ts-check
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, root, run } from './run.mjs'

const lockExpiresAfterMs = 10_000
const builtFrom = `${root}dist/.built-from`
const sources = ['client', 'drizzle', 'server', 'shared', 'package-lock.json', 'tsconfig.base.json', 'vite.config.ts']

/** Installs the dependencies if they are missing or don't match package-lock.json. Exits if that fails. */
export async function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node 20.19 or newer is required; this is ${process.version}.`)
  await doOnce(isInstalled, async () => {
    console.log('Installing dependencies …')
    // Building and testing need all of them, whatever NODE_ENV or npm's settings leave out.
    const everything = ['--include=dev', '--include=optional', '--include=peer']
    const { code } = await run('npm', ['ci', ...everything, '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0) fail('Installing failed; npm says why above.')
    if (!isInstalled()) fail('better-sqlite3 does not load after installing; try: npm rebuild better-sqlite3')
  })
}

/** Builds the pages and the server into dist/ if their sources have changed. Exits if that fails. */
export async function build() {
  await doOnce(isBuilt, async () => {
    console.log('Building …')
    const hash = hashSources()
    rmSync(builtFrom, { force: true })
    const { code } = await run('npm', ['run', '--silent', 'build'], { env: { ...process.env, NODE_ENV: 'production' } })
    if (code !== 0) fail('Building failed; Vite says why above.')
    writeFileSync(builtFrom, hash)
  })
}

/**
 * Does `work` unless it is done, in one process at a time. The lock of a process that was killed expires.
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} work makes `isDone` true or throws
 * @param {string} [lock] a directory that exists while the lock is held
 */
export async function doOnce(isDone, work, lock = `${root}dist/.lock`) {
  mkdirSync(dirname(lock), { recursive: true })
  while (!isDone()) {
    if (!acquire(lock)) {
      await sleep(200)
      continue
    }
    const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), 1000)
    const release = () => {
      clearInterval(heartbeat)
      rmSync(lock, { recursive: true, force: true })
    }
    process.once('exit', release)
    // Another process may have finished the work just before this one got the lock.
    if (!isDone()) await work().finally(release)
    release()
  }
}

/** @param {string} lock */
function acquire(lock) {
  const lastHeartbeat = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  if (Date.now() - lastHeartbeat > lockExpiresAfterMs) rmSync(lock, { recursive: true, force: true })
  try {
    return mkdirSync(lock) === undefined
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** npm writes node_modules/.package-lock.json last. The native database driver has to load in this version of Node. */
function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json')
  const isComplete = Object.entries(readPackages('package-lock.json')).every(([path, { version, optional }]) =>
    installed[path] ? installed[path].version === version && existsSync(root + path) : optional || path === '',
  )
  const openDatabase = "new (require('better-sqlite3'))(':memory:')"
  return isComplete && spawnSync(process.execPath, ['-e', openDatabase], { cwd: root }).status === 0
}

/** @param {string} file @returns {Record<string, { version: string, optional?: boolean }>} */
function readPackages(file) {
  return existsSync(root + file) ? JSON.parse(readFileSync(root + file, 'utf8')).packages : {}
}

function isBuilt() {
  return existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === hashSources()
}

function hashSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(listFiles).toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(root + file))
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function listFiles(path) {
  if (!statSync(root + path).isDirectory()) return [path]
  return readdirSync(root + path).flatMap((name) => listFiles(join(path, name)))
}
