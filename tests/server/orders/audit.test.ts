import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../../drizzle/schema.ts'
import { hashOf } from '../../../server/activity/audit.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
let mira: Somebody
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
})
afterAll(() => store.close())

const rows = () => store.store.db.select().from(audit).orderBy(asc(audit.seq))
const decide = (id: string, what: string, body?: unknown) =>
  store.call('PATCH', `/admin/orders/${id}/${what}`, body, { token: mira.token })
/** Whether every row carries the hash of what it says and of the row before. */
const holds = (chain: Awaited<ReturnType<typeof rows>>) =>
  chain.every((row, i) => {
    const previous = chain[i - 1]?.hash ?? ''
    return row.seq === i + 1 && row.previousHash === previous && row.hash === hashOf(row, previous)
  })

test('each decision is one row: who, what, on which, from where to where, and why', async () => {
  const { _id } = await buildPaidOrder(store, ada)
  await decide(_id, 'verify')
  await decide(_id, 'complete', { delivery: 'The key' })
  await decide(_id, 'refund', { reason: 'Sent back' })
  const rejected = await buildPaidOrder(store, ada)
  await decide(rejected._id, 'reject', { reason: 'Nothing came' })
  expect(await rows()).toMatchObject([
    {
      actorId: mira.id,
      action: 'order.verify',
      subject: 'order',
      subjectId: _id,
      before: { paymentStatus: 'paid', orderStatus: 'pending' },
      after: { paymentStatus: 'verified', orderStatus: 'processing' },
    },
    { action: 'order.complete', after: { paymentStatus: 'verified', orderStatus: 'completed' } },
    { action: 'order.refund', after: { paymentStatus: 'refunded', reason: 'Sent back' } },
    { action: 'order.reject', subjectId: rejected._id, after: { paymentStatus: 'failed', reason: 'Nothing came' } },
  ])
})

test('who takes a payment to check it, and who leaves it, is a row each; keeping it is none', async () => {
  const { _id } = await buildPaidOrder(store, ada)
  const before = await rows()
  for (const method of ['POST', 'POST', 'DELETE', 'DELETE'] as const) {
    await store.call(method, `/admin/orders/${_id}/claim`, undefined, { token: mira.token })
  }
  const added = (await rows()).slice(before.length)
  expect(added.map(({ action, actorId, subjectId }) => [action, actorId, subjectId])).toEqual([
    ['order.claim', mira.id, _id],
    ['order.release', mira.id, _id],
  ])
  expect(holds(await rows())).toBe(true)
})

test('what was refused, and what customers do, is none', async () => {
  const before = await rows()
  const { _id } = await buildPaidOrder(store, ada)
  await decide(_id, 'complete', {})
  await decide(_id, 'reject', { reason: '' })
  await decide('nothing', 'verify')
  expect(await rows()).toEqual(before)
})

test('decisions at the same time stand in one unbroken chain', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => buildUser(store)))
  const waiting = await Promise.all(people.map((who) => buildPaidOrder(store, who)))
  await Promise.all(
    waiting.map(({ _id }, i) => decide(_id, i % 2 ? 'verify' : 'reject', i % 2 ? undefined : { reason: 'None' })),
  )
  const chain = await rows()
  expect(chain.length).toBe(26)
  expect(holds(chain)).toBe(true)
})

test('a row that is changed, left out or moved breaks it', async () => {
  await buildVerifiedOrder(store, ada, mira)
  const chain = await rows()
  expect(holds(chain)).toBe(true)
  expect(holds(chain.map((row, i) => (i === 2 ? { ...row, actorId: ada.id } : row)))).toBe(false)
  expect(holds(chain.map((row, i) => (i === 2 ? { ...row, after: { paymentStatus: 'verified' } } : row)))).toBe(false)
  expect(holds(chain.map((row, i) => (i === 2 ? { ...row, at: new Date(row.at.getTime() + 1) } : row)))).toBe(false)
  expect(holds(chain.filter((_, i) => i !== 2))).toBe(false)
  expect(holds([chain[1]!, chain[0]!, ...chain.slice(2)])).toBe(false)
})
