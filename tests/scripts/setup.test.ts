import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { doOnce } from '../../scripts/setup.mjs'

function createLockPath() {
  const folder = mkdtempSync(join(tmpdir(), 'kade-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'dist/.lock')
}

/** Work that is done once it has run, and how often it ran. */
function createWork(work = async () => {}) {
  const state = { runs: 0, isDone: false }
  return {
    state,
    isDone: () => state.isDone,
    async run() {
      state.runs++
      await work()
      state.isDone = true
    },
  }
}

describe('doOnce', () => {
  it('does not repeat work that is done', async () => {
    const { isDone, run, state } = createWork()
    const lock = createLockPath()
    await doOnce(isDone, run, lock)
    await doOnce(isDone, run, lock)
    expect(state.runs).toBe(1)
  })

  it('lets concurrent callers wait for the first one instead of repeating its work', async () => {
    const { isDone, run, state } = createWork(() => sleep(50))
    const lock = createLockPath()
    await Promise.all([doOnce(isDone, run, lock), doOnce(isDone, run, lock), doOnce(isDone, run, lock)])
    expect(state.runs).toBe(1)
    expect(existsSync(lock)).toBe(false)
  })

  it('releases the lock when the work fails', async () => {
    const { isDone, run, state } = createWork()
    const lock = createLockPath()
    await expect(doOnce(isDone, () => Promise.reject(new Error('disk full')), lock)).rejects.toThrow('disk full')
    expect(existsSync(lock)).toBe(false)
    await doOnce(isDone, run, lock)
    expect(state.runs).toBe(1)
  })

  it('takes over the expired lock of a process that was killed', async () => {
    const { isDone, run, state } = createWork()
    const lock = createLockPath()
    mkdirSync(lock, { recursive: true })
    const aMinuteAgo = new Date(Date.now() - 60_000)
    utimesSync(lock, aMinuteAgo, aMinuteAgo)
    await doOnce(isDone, run, lock)
    expect(state.runs).toBe(1)
  })

  it('waits while the process that holds the lock is alive', async () => {
    const { isDone, run, state } = createWork()
    const lock = createLockPath()
    mkdirSync(lock, { recursive: true })
    const waiting = doOnce(isDone, run, lock)
    await sleep(500)
    expect(state.runs).toBe(0)
    rmSync(lock, { recursive: true })
    await waiting
    expect(state.runs).toBe(1)
  })
})
