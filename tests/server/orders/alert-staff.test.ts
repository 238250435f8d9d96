import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { orders, paymentAlerts } from '../../../drizzle/schema.ts'
import { createJobs } from '../../../server/jobs/scheduler.ts'
import { pruneAlerts } from '../../../server/orders/alert-staff.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
let server: TestServer
let [ada, mira, ishara] = [] as unknown as [TestUser, TestUser, TestUser]
beforeEach(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
  ishara = await buildStaff(server)
})
afterEach(() => server.close())

/** Runs the job as if so much time had passed. */
const alertAfter = async (ms: number) => {
  await createJobs(server.app).alertAbsentStaff(new Date(Date.now() + ms))
  await server.app.outbox.drain()
}
const alertsTo = ({ email }: TestUser) =>
  server.app.mail
    .sentEmails()
    .filter(({ to, subject }) => to === email && subject.includes('to be verified'))
    .toReversed()
const numberOf = ({ _id }: { _id: string }) => _id.slice(-6).toUpperCase()
const setPaidAt = ({ _id }: { _id: string }, msFromNow: number) =>
  server.app.db
    .update(orders)
    .set({ paidAt: new Date(Date.now() + msFromNow) })
    .where(eq(orders.id, _id))

it('emails each member of staff when a payment has waited 15 minutes and nobody is online', async () => {
  const order = await buildPaidOrder(server, ada)
  await alertAfter(14 * minuteMs)
  expect(alertsTo(mira)).toEqual([])
  await alertAfter(15 * minuteMs + 1000)
  for (const staff of [mira, ishara]) {
    const [alert] = alertsTo(staff)
    expect(alert!.subject).toBe('A payment is waiting to be verified')
    expect(alert!.text).toContain(`Order #${numberOf(order)}, Bank transfer, paid`)
    expect(alert!.text).toContain(`${server.env.publicUrl}/admin/payments\n`)
    expect(alert!.headers['List-Unsubscribe']).toContain('token=alerts.')
  }
  expect(alertsTo(ada)).toEqual([])
})

it('sends nothing while somebody of the staff is online', async () => {
  await buildPaidOrder(server, ada)
  const desk = await server.connect({ token: mira.token })
  await alertAfter(20 * minuteMs)
  expect([alertsTo(mira), alertsTo(ishara)]).toEqual([[], []])
  // A customer alone doesn't count.
  await server.connect({ token: ada.token })
  desk.socket.disconnect()
  await waitFor(() => !server.app.staffPresence.isOnline)
  await alertAfter(20 * minuteMs)
  expect(alertsTo(ishara)).toHaveLength(1)
})

it('reports each payment once, and writes to nobody more than once an hour', async () => {
  const first = await buildPaidOrder(server, ada)
  await alertAfter(16 * minuteMs)
  const second = await buildPaidOrder(server, ada)
  await alertAfter(30 * minuteMs)
  await alertAfter(hourMs + 15 * minuteMs)
  expect(alertsTo(mira).map(({ text }) => text.includes(numberOf(first)))).toEqual([true])
  await alertAfter(hourMs + 17 * minuteMs)
  await alertAfter(5 * hourMs)
  const [, last, ...rest] = alertsTo(mira)
  expect(rest).toEqual([])
  expect(last!.text).toContain(numberOf(second))
  expect(last!.text).not.toContain(numberOf(first))
})

it('reports several payments in one email, without those that were decided', async () => {
  const paid = [await buildPaidOrder(server, ada), await buildPaidOrder(server, ada), await buildPaidOrder(server, ada)]
  await server.call('PATCH', `/admin/orders/${paid[1]!._id}/verify`, undefined, { token: mira.token })
  await alertAfter(16 * minuteMs)
  const [alert] = alertsTo(mira)
  expect(alert!.subject).toBe('2 payments are waiting to be verified')
  expect(paid.map((order) => alert!.text.includes(numberOf(order)))).toEqual([true, false, true])
})

it('does not alert someone to their own payment, or who turned alerts off', async () => {
  await buildPaidOrder(server, mira)
  await server.call('PUT', '/auth/email-preferences', { alerts: false }, { token: ishara.token })
  const third = await buildStaff(server)
  await alertAfter(16 * minuteMs)
  expect([alertsTo(mira), alertsTo(ishara)]).toEqual([[], []])
  expect(alertsTo(third)).toHaveLength(1)
})

it('alerts once when two processes look at the same time, round after round', async () => {
  for (let round = 1; round <= 4; round += 1) {
    const order = await buildPaidOrder(server, ada)
    await setPaidAt(order, 2 * round * hourMs - 16 * minuteMs)
    await Promise.all([1, 2, 3].map(() => alertAfter(2 * round * hourMs)))
    expect(alertsTo(mira)).toHaveLength(round)
  }
})

it('remembers an alert only while its payment waits', async () => {
  const [first, second] = [await buildPaidOrder(server, ada), await buildPaidOrder(server, ada)]
  await alertAfter(16 * minuteMs)
  await server.call('PATCH', `/admin/orders/${first._id}/verify`, undefined, { token: mira.token })
  await pruneAlerts(server.app.db, new Date(Date.now() + 2 * hourMs))
  const left = await server.app.db.select().from(paymentAlerts)
  expect(new Set(left.map(({ orderId }) => orderId))).toEqual(new Set([second._id]))
})
