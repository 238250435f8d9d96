import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit, pointsEntries, users } from '../../../drizzle/schema.ts'
import { maxPoints } from '../../../shared/limits.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
let ishara: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
  ishara = await buildStaff(server)
})
afterAll(() => server.close())

const correct = (userId: string, correction: object, staff: TestUser = mira, key?: string) =>
  server.call<{ points: number }>('POST', `/admin/customers/${userId}/points`, correction, {
    token: staff.token,
    ...(key && { key }),
  })
const listEntries = (userId: string) =>
  server.app.db.select().from(pointsEntries).where(eq(pointsEntries.userId, userId))

it('adds an entry whose reason the customer can read', async () => {
  const eve = await buildUser(server)
  const [customerSocket, staffSocket] = [
    await server.connect({ token: eve.token }),
    await server.connect({ token: ishara.token }),
  ]
  const added = await correct(eve.id, { points: 40, reason: 'For the wait' })
  expect(added.body).toMatchObject({ data: { points: 40 }, message: 'Points adjusted' })
  await expect.poll(customerSocket.eventSummaries).toEqual(['points.changed', 'notification.created'])
  await expect.poll(staffSocket.eventSummaries).toEqual(['customer.points', 'audit.added'])
  const [, notified] = customerSocket.events()
  expect(notified!.data.notification).toMatchObject({
    type: 'success',
    message: 'Your points were corrected by +40: For the wait',
  })
  const [action] = await server.app.db.select().from(audit).orderBy(desc(audit.seq)).limit(1)
  expect(action).toMatchObject({
    actorId: mira.id,
    action: 'customer.correct-points',
    subjectId: eve.id,
    before: { points: 0 },
    after: { points: 40, reason: 'For the wait' },
  })
  await correct(eve.id, { points: -15, reason: 'Given twice' })
  const ledger = await server.call('GET', '/points/me', undefined, { token: eve.token })
  expect(ledger.body).toMatchObject({
    totalPoints: 25,
    entries: [
      { source: 'adjustment', points: -15, amount: 0, note: 'Given twice' },
      { source: 'adjustment', points: 40, amount: 0, note: 'For the wait' },
    ],
  })
})

it('subtracts points down to zero and warns the customer', async () => {
  const eve = await buildUser(server)
  await correct(eve.id, { points: 40, reason: 'For the wait' })
  const subtracted = await correct(eve.id, { points: -40, reason: 'Given twice' })
  expect(subtracted.body.data.points).toBe(0)
  const { body } = await server.call('GET', '/notifications', undefined, { token: eve.token })
  expect(body.notifications[0]).toMatchObject({
    type: 'warning',
    message: 'Your points were corrected by −40: Given twice',
  })
})

it('adds one entry for repeated requests with the same key', async () => {
  const eve = await buildUser(server)
  const correction = { points: 5, reason: 'For the wait' }
  await Promise.all(['k', 'k', 'k'].map((key) => correct(eve.id, correction, mira, key)))
  expect(await listEntries(eve.id)).toHaveLength(1)
  await Promise.all([correct(eve.id, correction), correct(eve.id, correction)])
  const [user] = await server.app.db.select().from(users).where(eq(users.id, eve.id))
  expect(user!.points).toBe(15)
})

it('rejects one’s own points, more than there are, and invalid corrections', async () => {
  const eve = await buildUser(server)
  const own = await correct(mira.id, { points: 5, reason: 'I am good' })
  expect([own.status, own.body.error]).toEqual([422, 'own_points'])
  const tooMany = await correct(eve.id, { points: -1, reason: 'Given twice' })
  expect([tooMany.status, tooMany.body.message]).toEqual([422, 'The customer has only 0 points.'])
  for (const points of [0, 1.5, 100_001, '5'])
    expect((await correct(eve.id, { points, reason: 'Why' })).status).toBe(400)
  expect((await correct(eve.id, { points: 5, reason: ' ' })).body.message).toBe('Please give a reason')
  expect((await correct('nobody', { points: 5, reason: 'Why' })).status).toBe(404)
  expect(await listEntries(eve.id)).toEqual([])
})

it('takes a customer up to two billion points', async () => {
  const eve = await buildUser(server)
  await server.app.db
    .update(users)
    .set({ points: maxPoints - 5 })
    .where(eq(users.id, eve.id))
  const tooMany = await correct(eve.id, { points: 6, reason: 'For the wait' })
  expect([tooMany.status, tooMany.body.message]).toEqual([422, 'A customer can have at most 2,000,000,000 points.'])
  expect(await listEntries(eve.id)).toEqual([])
  expect((await correct(eve.id, { points: 5, reason: 'For the wait' })).body.data.points).toBe(maxPoints)
  expect((await correct(eve.id, { points: -10, reason: 'Given twice' })).status).toBe(200)
})

it('returns 403 to customers', async () => {
  expect((await correct(ada.id, { points: 5, reason: 'Why' }, ada)).status).toBe(403)
  expect(await listEntries(ada.id)).toEqual([])
})

it('does not publish a correction to another customer', async () => {
  const [eve, socket] = [await buildUser(server), await server.connect({ token: ada.token })]
  await correct(eve.id, { points: 5, reason: 'For the wait' })
  await correct(ada.id, { points: 5, reason: 'For the wait' })
  await expect.poll(socket.eventSummaries).toEqual(['points.changed', 'notification.created'])
})
