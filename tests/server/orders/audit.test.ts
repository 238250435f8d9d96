import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '../../../drizzle/schema.ts'
import { hashRow } from '../../../server/audit/record-action.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterAll(() => server.close())

const readAudit = () => server.app.db.select().from(audit).orderBy(asc(audit.seq))
const decide = (id: string, action: string, body?: unknown) =>
  server.call('PATCH', `/admin/orders/${id}/${action}`, body, { token: mira.token })
/** Whether every row's hash covers its content and the previous row's hash. */
const isUnbroken = (chain: Awaited<ReturnType<typeof readAudit>>) =>
  chain.every((row, i) => {
    const previous = chain[i - 1]?.hash ?? ''
    return row.seq === i + 1 && row.previousHash === previous && row.hash === hashRow(row, previous)
  })

it('records each decision with actor, order, states and reason', async () => {
  const { _id } = await buildPaidOrder(server, ada)
  await decide(_id, 'verify')
  await decide(_id, 'complete', { delivery: 'The key' })
  await decide(_id, 'refund', { reason: 'Sent back' })
  const rejected = await buildPaidOrder(server, ada)
  await decide(rejected._id, 'reject', { reason: 'Nothing came' })
  expect(await readAudit()).toMatchObject([
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

it('records claims and releases, but not renewals', async () => {
  const { _id } = await buildPaidOrder(server, ada)
  const before = await readAudit()
  for (const method of ['POST', 'POST', 'DELETE', 'DELETE'] as const) {
    await server.call(method, `/admin/orders/${_id}/claim`, undefined, { token: mira.token })
  }
  const added = (await readAudit()).slice(before.length)
  expect(added.map(({ action, actorId, subjectId }) => [action, actorId, subjectId])).toEqual([
    ['order.claim', mira.id, _id],
    ['order.release', mira.id, _id],
  ])
  expect(isUnbroken(await readAudit())).toBe(true)
})

it('records neither rejected requests nor customers’ actions', async () => {
  const before = await readAudit()
  const { _id } = await buildPaidOrder(server, ada)
  await decide(_id, 'complete', {})
  await decide(_id, 'reject', { reason: '' })
  await decide('nothing', 'verify')
  expect(await readAudit()).toEqual(before)
})

it('chains concurrent decisions without a gap', async () => {
  const customers = await Promise.all(Array.from({ length: 20 }, () => buildUser(server)))
  const paidOrders = await Promise.all(customers.map((customer) => buildPaidOrder(server, customer)))
  await Promise.all(
    paidOrders.map(({ _id }, i) => decide(_id, i % 2 ? 'verify' : 'reject', i % 2 ? undefined : { reason: 'None' })),
  )
  const chain = await readAudit()
  expect(chain.length).toBe(26)
  expect(isUnbroken(chain)).toBe(true)
})

it('breaks when a row is changed, removed or moved', async () => {
  await buildVerifiedOrder(server, ada, mira)
  const chain = await readAudit()
  expect(isUnbroken(chain)).toBe(true)
  expect(isUnbroken(chain.map((row, i) => (i === 2 ? { ...row, actorId: ada.id } : row)))).toBe(false)
  expect(isUnbroken(chain.map((row, i) => (i === 2 ? { ...row, after: { paymentStatus: 'verified' } } : row)))).toBe(
    false,
  )
  expect(isUnbroken(chain.map((row, i) => (i === 2 ? { ...row, at: new Date(row.at.getTime() + 1) } : row)))).toBe(
    false,
  )
  expect(isUnbroken(chain.filter((_, i) => i !== 2))).toBe(false)
  expect(isUnbroken([chain[1]!, chain[0]!, ...chain.slice(2)])).toBe(false)
})
