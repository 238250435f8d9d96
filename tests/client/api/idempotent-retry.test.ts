import { expect, test } from 'vitest'
import { createAttempts } from '../../client/api/attempts.ts'
import { CallFailed } from '../../client/api/call-failed.ts'

const lost = new CallFailed(0, 'network', 'Failed to fetch')
const refused = new CallFailed(409, 'order_not_pending', 'This order is paid.')

function open(outcomes: (CallFailed | string)[]) {
  const attempt = createAttempts(0)
  const keys: string[] = []
  const run = (what: string) =>
    attempt(what, async (key) => {
      keys.push(key)
      const outcome = outcomes.shift()!
      if (outcome instanceof CallFailed) throw outcome
      return outcome
    })
  return { run, keys }
}

test('a lost answer is asked for once more with the same key', async () => {
  const { run, keys } = open([lost, 'done'])
  await expect(run('pay')).resolves.toBe('done')
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('a person who tries again after that does so with the same key; for another thing with another', async () => {
  const { run, keys } = open([lost, lost, 'other', 'done', 'again'])
  await expect(run('pay')).rejects.toBe(lost)
  await run('cancel')
  await run('pay')
  await run('pay')
  const [first, second, other, third, fourth] = keys
  expect([second, third]).toEqual([first, first])
  expect(new Set([first, other, fourth]).size).toBe(3)
})

test('a refusal is definite: nothing is sent again, and the next time is another attempt', async () => {
  const { run, keys } = open([refused, 'done'])
  await expect(run('pay')).rejects.toBe(refused)
  expect(keys).toHaveLength(1)
  await run('pay')
  expect(keys[1]).not.toBe(keys[0])
})

test('two of the same that are meant at the same time are two', async () => {
  const { run, keys } = open(['one', 'two'])
  await Promise.all([run('add'), run('add')])
  expect(keys[0]).not.toBe(keys[1])
})
