// @ts-check
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const beat = 1000
const silence = 15_000
const longSilence = 600_000

/**
 * Does the work while no other process does work under the same lock, waiting for it as long as it lives.
 * The lock of a process that died is taken over, once the child that it named to `work`'s argument is gone too.
 * @template T
 * @param {string} lock a folder that stands for the lock
 * @param {(nameChild: (pid: number) => void) => Promise<T>} work
 * @param {() => void} [onWait] called once when another process has the lock
 * @returns {Promise<T>}
 */
export async function withLock(lock, work, onWait = () => {}) {
  await take(lock, onWait)
  const me = `${hostname()} ${process.pid}`
  let child = 0
  let beats = 0
  const sign = () => writeFileSync(`${lock}/owner`, `${me} ${child} ${++beats}`)
  const leave = () => ownerOf(lock).startsWith(`${me} `) && rmSync(lock, { recursive: true, force: true })
  sign()
  const heart = setInterval(() => ownerOf(lock) && sign(), beat)
  process.on('exit', leave)
  try {
    return await work((pid) => {
      child = pid
      sign()
    })
  } finally {
    clearInterval(heart)
    process.off('exit', leave)
    leave()
  }
}

/** @param {string} lock @param {() => void} onWait */
async function take(lock, onWait) {
  mkdirSync(dirname(lock), { recursive: true })
  if (make(lock)) return
  onWait()
  let seen = ownerOf(lock)
  let since = performance.now()
  while (!make(lock)) {
    const owner = ownerOf(lock)
    if (owner !== seen) [seen, since] = [owner, performance.now()]
    if (isLeft(owner, performance.now() - since)) takeAway(lock, owner)
    else await sleep(200)
  }
}

/** @param {string} lock */
function make(lock) {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} lock */
function ownerOf(lock) {
  try {
    return readFileSync(`${lock}/owner`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Whoever lives gives a sign each second; a number that another process got after a restart does not.
 * @param {string} owner @param {number} silent milliseconds without a sign
 */
function isLeft(owner, silent) {
  const [host, pid, child] = owner.split(' ')
  if (host !== hostname() || isAlive(Number(pid))) return silent > silence
  return !isAlive(Number(child)) || silent > longSilence
}

/** @param {number} pid */
function isAlive(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH'
  }
}

/**
 * Moved first, so that of two who find the same owner gone one removes the lock and the other finds nothing.
 * @param {string} lock @param {string} owner
 */
function takeAway(lock, owner) {
  if (ownerOf(lock) !== owner) return
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return
    throw error
  }
  rmSync(aside, { recursive: true, force: true })
}
