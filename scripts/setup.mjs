// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withLock } from './lock.mjs'
import { giveUp, root, run, runTool, say, spoken } from './run.mjs'

const lock = `${root}dist/.lock`
const installed = `${root}node_modules/.installed`
const built = `${root}dist/.built`
const server = `${root}dist/server/main.js`
const sources = [
  'server',
  'client',
  'shared',
  'drizzle',
  'scripts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
]

/** Installs what the store is made of, when it is missing or not what package-lock.json says. */
export async function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    giveUp(`The store needs Node 20.19 or newer; this is ${process.version}.`)
  if (!isInstalled()) await withLock(lock, installHere, sayWaiting)
}

/** Builds the pages and the server into dist/, when what they are made of has changed; tells whether dist/ is whole. */
export async function build() {
  return isBuilt() || withLock(lock, buildHere, sayWaiting)
}

/** True when node_modules is what the lockfile asks for, made for this Node on this machine. */
export const isInstalled = () => read(installed) === installMark()

/** True when dist/ holds a whole build of the sources as they are. */
export const isBuilt = () => existsSync(server) && read(built) === buildMark()

const sayWaiting = () => say('Another start is setting up this folder; waiting for it …')

/** @param {(pid: number) => void} nameChild */
async function installHere(nameChild) {
  if (isInstalled() || (await adopt())) return
  say('Installing what the store is made of; this takes a minute or two, once …')
  const start = performance.now()
  rmSync(installed, { force: true })
  const ended = existsSync(`${root}package-lock.json`) ? await npm(nameChild, 'ci') : await npm(nameChild, 'install')
  // A lockfile written where some platform's packages could not be reached lacks them, and `npm ci` refuses it.
  const { code, output } = ended.output.includes('EUSAGE') ? await npm(nameChild, 'install', '--no-save') : ended
  if (code !== 0) giveUp(`${output.trim()}\n\nInstalling failed (npm ended with ${code}).`)
  const problem = await databaseProblem()
  if (problem) giveUp(`${problem}\n\nThe database driver does not run here; npm rebuild better-sqlite3 may mend it.`)
  writeFileSync(installed, installMark())
  say(`Installed in ${spoken(performance.now() - start)}.`)
}

/**
 * The build and the tests need everything, also where NODE_ENV or npm's own settings leave some of it out.
 * @param {(pid: number) => void} onStart @param {string[]} command
 */
function npm(onStart, ...command) {
  const all = ['--include=dev', '--include=optional', '--include=peer']
  return run('npm', [...command, ...all, '--no-audit', '--no-fund', '--loglevel=error'], { keep: true, onStart })
}

/** Takes over what someone installed with npm itself, when it is all there: nothing is fetched twice. */
async function adopt() {
  if (!matchesLockfile() || (await databaseProblem())) return false
  writeFileSync(installed, installMark())
  return true
}

function matchesLockfile() {
  const asked = packagesOf(`${root}package-lock.json`)
  const there = packagesOf(`${root}node_modules/.package-lock.json`)
  if (!asked || !there) return false
  return Object.entries(asked).every(([path, { version, optional }]) => {
    if (path === '') return true
    const found = there[path]
    return found ? found.version === version && existsSync(`${root}${path}/package.json`) : optional
  })
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }> | undefined} */
function packagesOf(file) {
  const text = read(file)
  return text ? JSON.parse(text).packages : undefined
}

/** What is wrong with the one dependency that is compiled for a version of Node; empty when it works. */
async function databaseProblem() {
  const open = "new (require('better-sqlite3'))(':memory:').close()"
  const { code, output } = await run(process.execPath, ['--input-type=commonjs', '-e', open], { keep: true })
  return code === 0 ? '' : output.trim()
}

/** @param {(pid: number) => void} onStart */
async function buildHere(onStart) {
  const mark = buildMark()
  if (isBuilt()) return true
  say('Building the store …')
  const start = performance.now()
  rmSync(built, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  // As `npm run build` does, but without npm's shell between, which would not pass on a signal.
  const [tool, ...args] = JSON.parse(read(`${root}package.json`)).scripts.build.split(' ')
  const { code } = await runTool(tool, args, { env, onStart })
  if (code !== 0 || !existsSync(server)) {
    say('Building failed.')
    return false
  }
  writeFileSync(built, mark)
  say(`Built in ${spoken(performance.now() - start)}.`)
  return true
}

/** Compiled dependencies fit one version of Node's interface and one kind of machine. */
function installMark() {
  const asked = read(`${root}package-lock.json`) || read(`${root}package.json`)
  return hash([asked, process.versions.modules, process.platform, process.arch])
}

function buildMark() {
  const files = sources.flatMap((name) => filesIn(`${root}${name}`)).filter((file) => !file.endsWith('.mjs'))
  return hash(files.toSorted().flatMap((file) => [relative(root, file), readFileSync(file)]))
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** @param {(string | Buffer)[]} parts */
function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${part.length}:`).update(part)
  return sum.digest('hex')
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
