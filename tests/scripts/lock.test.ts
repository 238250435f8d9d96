import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { withLock } from '../../scripts/lock.mjs'

const gone = () => spawnSync(process.execPath, ['-e', '']).pid

function lockIn() {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'made/here')
}

function leaveLock(lock: string, pid: number, child: number) {
  mkdirSync(lock, { recursive: true })
  writeFileSync(join(lock, 'owner'), `${hostname()} ${pid} ${child} 7`)
}

test('work under one lock is done one after the other, and the lock is gone after it', async () => {
  const lock = lockIn()
  const said: string[] = []
  const work = (name: string) => async () => {
    said.push(`${name} begins`)
    await sleep(50)
    said.push(`${name} ends`)
  }
  await Promise.all(['a', 'b', 'c'].map((name) => withLock(lock, work(name))))
  expect(said).toHaveLength(6)
  for (const at of [0, 2, 4]) expect(said[at + 1]).toBe(said[at]!.replace('begins', 'ends'))
  expect(existsSync(lock)).toBe(false)
})

test('work that fails leaves no lock, and its error arrives', async () => {
  const lock = lockIn()
  await expect(withLock(lock, () => Promise.reject(new Error('No room.')))).rejects.toThrow('No room.')
  expect(existsSync(lock)).toBe(false)
})

test('who waits says so once; who does not says nothing', async () => {
  const lock = lockIn()
  let waits = 0
  const wait = () => void waits++
  await withLock(lock, () => sleep(1), wait)
  expect(waits).toBe(0)
  await Promise.all([withLock(lock, () => sleep(500), wait), withLock(lock, () => sleep(1), wait)])
  expect(waits).toBe(1)
})

test('the lock of a process that died is taken over at once', async () => {
  const lock = lockIn()
  leaveLock(lock, gone(), gone())
  const begun = performance.now()
  expect(await withLock(lock, () => Promise.resolve('done'))).toBe('done')
  expect(performance.now() - begun).toBeLessThan(2000)
})

test('but not while the child that works for it lives', async () => {
  const lock = lockIn()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  leaveLock(lock, gone(), child.pid!)
  let taken = false
  const done = withLock(lock, () => Promise.resolve((taken = true)))
  await sleep(800)
  expect(taken).toBe(false)
  child.kill('SIGKILL')
  await done
  expect(taken).toBe(true)
})
