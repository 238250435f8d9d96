import { expect, it } from 'vitest'
import { createIdempotentRetry } from '../../../client/api/idempotent-retry.ts'
import { CallFailed } from '../../../client/api/call-failed.ts'

const lost = new CallFailed(0, 'network', 'Failed to fetch')
const rejected = new CallFailed(409, 'order_not_pending', 'This order is paid.')

function open(outcomes: (CallFailed | string)[]) {
  const idempotently = createIdempotentRetry(0)
  const keys: string[] = []
  const run = (operation: string) =>
    idempotently(operation, async (key) => {
      keys.push(key)
      const outcome = outcomes.shift()!
      if (outcome instanceof CallFailed) throw outcome
      return outcome
    })
  return { run, keys }
}

it.each([
  ['the answer is lost', lost],
  ['a proxy got no answer', new CallFailed(502, 'unreadable', 'Bad Gateway')],
])('retries once with the same key when %s', async (_, failure) => {
  const { run, keys } = open([failure, 'done'])
  await expect(run('pay')).resolves.toBe('done')
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys).toEqual([keys[0], keys[0]])
})

it('uses the same key when the user tries again, and another for another operation', async () => {
  const { run, keys } = open([lost, lost, 'other', 'done', 'again'])
  await expect(run('pay')).rejects.toBe(lost)
  await run('cancel')
  await run('pay')
  await run('pay')
  const [first, second, other, third, fourth] = keys
  expect([second, third]).toEqual([first, first])
  expect(new Set([first, other, fourth]).size).toBe(3)
})

it('does not retry a rejected operation, and uses a new key the next time', async () => {
  const { run, keys } = open([rejected, 'done'])
  await expect(run('pay')).rejects.toBe(rejected)
  expect(keys).toHaveLength(1)
  await run('pay')
  expect(keys[1]).not.toBe(keys[0])
})

it('uses different keys for concurrent operations', async () => {
  const { run, keys } = open(['one', 'two'])
  await Promise.all([run('add'), run('add')])
  expect(keys[0]).not.toBe(keys[1])
})
