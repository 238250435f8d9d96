import { expect, it } from 'vitest'
import { readEnv } from '../../../server/env.ts'
import { createReplayQueue } from '../../../server/realtime/replay-queue.ts'

const createQueue = (limits: 'on' | 'off') =>
  createReplayQueue({ env: readEnv({ DATABASE_URL: 'file:none.db', RATE_LIMITS: limits }) })

/** Runs a replay for each address. @returns the most that ran at once, in all and of one address */
async function run(limits: 'on' | 'off', addresses: string[], fails = false) {
  const queue = createQueue(limits)
  const running: string[] = []
  let [atOnce, ofOneAddress, done] = [0, 0, 0]
  const replays = addresses.map((address) =>
    queue(address, async () => {
      running.push(address)
      atOnce = Math.max(atOnce, running.length)
      ofOneAddress = Math.max(ofOneAddress, running.filter((one) => one === address).length)
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
      running.splice(running.indexOf(address), 1)
      done += 1
      if (fails) throw new Error('no')
    }),
  )
  const outcomes = await Promise.allSettled(replays)
  expect(done).toBe(addresses.length)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([fails ? 'rejected' : 'fulfilled']))
  return { atOnce, ofOneAddress }
}

const addresses = (count: number, different: number) => Array.from({ length: count }, (_, i) => `a${i % different}`)

it('runs eight replays at a time, and one of an address', async () => {
  expect(await run('on', addresses(100, 50))).toEqual({ atOnce: 8, ofOneAddress: 1 })
  expect(await run('on', addresses(30, 1))).toEqual({ atOnce: 1, ofOneAddress: 1 })
})

it('goes on after a replay that fails', async () => {
  expect(await run('on', addresses(40, 20), true)).toEqual({ atOnce: 8, ofOneAddress: 1 })
})

it('keeps others from waiting for a crowd of one address', async () => {
  const queue = createQueue('on')
  const order: string[] = []
  const crowd = Array.from({ length: 50 }, () =>
    queue('crowd', async () => {
      await new Promise(setImmediate)
      order.push('crowd')
    }),
  )
  await Promise.all([...crowd, queue('other', async () => void order.push('other'))])
  expect(order.indexOf('other')).toBeLessThan(2)
})

it('does not count addresses without rate limits', async () => {
  expect(await run('off', addresses(30, 1))).toEqual({ atOnce: 8, ofOneAddress: 8 })
})
