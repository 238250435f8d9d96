import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, mailLinks, pointsEntries, referrals, refreshTokens, users } from '../../../drizzle/schema.ts'
import { hashToken } from '../../../server/accounts/identify.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { change } from '../../../server/stream/change.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

type Row = {
  _id: string
  email: string
  orders: number
  verified: number
  failed: number
  spent: number
  points: number
}
type Told = { customer: Row; session: { _id: string } }
type Details = {
  customer: Row
  orders: { _id: string }[]
  entries: { source: string; points: number; note: string }[]
  referral: { code: string } | null
  broughtBy: { _id: string } | null
  sessions: { _id: string; userAgent: string }[]
}

let store: TestStore
let [ada, mira, ishara] = [] as unknown as [Somebody, Somebody, Somebody]
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store, { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@kade.test' })
  mira = await buildStaff(store)
  ishara = await buildStaff(store)
})
afterAll(() => store.close())

const get = <T>(path: string, who: Somebody = mira) => store.call<T>('GET', path, undefined, { token: who.token })
const post = <T>(path: string, body: unknown, who: Somebody = mira, key?: string) =>
  store.call<T>('POST', path, body, { token: who.token, ...(key && { key }) })
const lastAction = async () => (await store.store.db.select().from(audit).orderBy(desc(audit.seq)).limit(1))[0]

test('they are found by name and e-mail, with what their orders come to', async () => {
  await buildOrder(store, ada)
  await buildVerifiedOrder(store, ada, mira, { price: 2550 })
  const failed = await buildPaidOrder(store, ada)
  await store.call('PATCH', `/admin/orders/${failed._id}/reject`, { reason: 'Nothing came' }, { token: mira.token })
  const find = async (q: string) => (await get<Row[]>(`/admin/customers?q=${encodeURIComponent(q)}`)).body
  expect((await find('ada love')).data).toMatchObject([{ orders: 3, verified: 1, failed: 1, spent: 25.5, points: 25 }])
  expect((await find('ADA@kade')).data).toHaveLength(1)
  expect((await find('%')).data).toHaveLength(0)
  const all = await get<Row[]>('/admin/customers?limit=2')
  expect([all.body.totalCount, all.body.data.map((row) => row._id)]).toEqual([3, [ishara.id, mira.id]])
  const rest = await get<Row[]>(`/admin/customers?limit=2&cursor=${all.body.nextCursor}`)
  expect(rest.body.data.map((row) => row._id)).toEqual([ada.id])
})

test('somebody who opens an account comes into the list by themselves', async () => {
  const desk = await store.follow({ token: mira.token })
  const person = { firstName: 'Noor', lastName: 'Khan', email: 'noor@kade.test', password: 'a good one' }
  await store.call('POST', '/auth/register', person)
  const event = await until(() => desk.events().find((one) => one.type === 'customer.changed'))
  expect(event.data.customer).toMatchObject({ email: 'noor@kade.test', orders: 0, spent: 0, points: 0 })
  expect(JSON.stringify(event)).not.toContain('password')
})

test('one customer: orders, ledger, referral, sessions', async () => {
  const eve = await buildUser(store)
  await store.call('POST', '/referral', { code: 'ADA' }, { token: ada.token })
  await store.store.db.insert(referrals).values({ refereeId: eve.id, referrerId: ada.id })
  const { data } = (await get<Details>(`/admin/customers/${ada.id}`)).body
  expect(data.orders).toHaveLength(3)
  expect(data.entries).toMatchObject([{ source: 'order', points: 25 }])
  expect(data.referral).toMatchObject({ code: 'ADA' })
  expect(data.sessions).toMatchObject([{ userAgent: 'test' }])
  expect((await get<Details>(`/admin/customers/${eve.id}`)).body.data.broughtBy).toMatchObject({ _id: ada.id })
  expect(JSON.stringify(data)).not.toMatch(/passwordHash|token|deliveryNote/)
  expect((await get('/admin/customers/nobody')).status).toBe(404)
})

test('points are corrected by an entry whose reason the customer reads', async () => {
  const eve = await buildUser(store)
  const [hers, desk] = [await store.follow({ token: eve.token }), await store.follow({ token: ishara.token })]
  const given = await post<Row>(`/admin/customers/${eve.id}/points`, { points: 40, reason: 'For the wait' })
  expect(given.body).toMatchObject({ data: { points: 40 }, message: 'Points corrected' })
  await expect.poll(hers.heard).toEqual(['points.changed', 'notification.created'])
  await expect.poll(desk.heard).toEqual(['customer.points', 'audit.added'])
  const [, note] = hers.events()
  expect(note!.data.notification).toMatchObject({ message: 'Your points were corrected by +40: For the wait' })
  expect(await lastAction()).toMatchObject({
    actorId: mira.id,
    action: 'customer.correct-points',
    subjectId: eve.id,
    before: { points: 0 },
    after: { points: 40, reason: 'For the wait' },
  })
  await post(`/admin/customers/${eve.id}/points`, { points: -15, reason: 'Given twice' })
  const ledger = await store.call('GET', '/points/me', undefined, { token: eve.token })
  expect(ledger.body).toMatchObject({
    totalPoints: 25,
    entries: [
      { source: 'adjustment', points: -15, amount: 0, note: 'Given twice' },
      { source: 'adjustment', points: 40, amount: 0, note: 'For the wait' },
    ],
  })
})

test('the same correction under one key is made once; two without are two', async () => {
  const eve = await buildUser(store)
  const path = `/admin/customers/${eve.id}/points`
  const body = { points: 5, reason: 'For the wait' }
  await Promise.all([post(path, body, mira, 'k'), post(path, body, mira, 'k'), post(path, body, mira, 'k')])
  expect((await store.store.db.select().from(pointsEntries).where(eq(pointsEntries.userId, eve.id))).length).toBe(1)
  await Promise.all([post(path, body), post(path, body)])
  const [user] = await store.store.db.select().from(users).where(eq(users.id, eve.id))
  expect(user!.points).toBe(15)
})

test('nobody corrects their own points, gives none, or takes what is not there', async () => {
  const eve = await buildUser(store)
  const path = `/admin/customers/${eve.id}/points`
  const own = await post(`/admin/customers/${mira.id}/points`, { points: 5, reason: 'I am good' })
  expect([own.status, own.body.error]).toEqual([422, 'own_points'])
  const less = await post(path, { points: -1, reason: 'Given twice' })
  expect([less.status, less.body.message]).toEqual([422, 'There are 0 points to take.'])
  for (const points of [0, 1.5, 100_001, '5']) expect((await post(path, { points, reason: 'Why' })).status).toBe(400)
  expect((await post(path, { points: 5, reason: ' ' })).body.message).toBe('Please give a reason')
  expect((await post('/admin/customers/nobody/points', { points: 5, reason: 'Why' })).status).toBe(404)
  expect((await get<Details>(`/admin/customers/${eve.id}`)).body.data.entries).toEqual([])
})

test('a session that staff end is over within a second, and the others go on', async () => {
  const eve = await buildUser(store)
  const other = await change(store.store, (making) => openSession(making, eve, 'phone'))
  const [first, second] = [await store.follow({ token: eve.token }), await store.follow({ token: other.access })]
  const desk = await store.follow({ token: ishara.token })
  const { sessions } = (await get<Details>(`/admin/customers/${eve.id}`)).body.data
  const phone = sessions.find(({ userAgent }) => userAgent === 'phone')!
  const ended = await post<never>(`/admin/customers/${eve.id}/sessions/end`, { sessionId: phone._id })
  expect(ended.body).toMatchObject({ ended: 1, message: '1 session ended' })
  await until(() => second.told.some(({ name }) => name === 'disconnect'), 1000)
  expect(second.all('session.ended')).toMatchObject([{ reason: 'staff' }])
  expect((await store.call('GET', '/auth/me', undefined, { token: other.access })).status).toBe(401)
  expect((await store.call('GET', '/auth/me', undefined, { token: eve.token })).status).toBe(200)
  expect(first.socket.connected).toBe(true)
  const event = await until(() => desk.events().find((one) => one.type === 'customer.sessions'))
  expect(event.data).toMatchObject({ userId: eve.id, sessions: [{ userAgent: 'test' }] })
  expect(await lastAction()).toMatchObject({
    action: 'customer.end-sessions',
    subjectId: eve.id,
    before: { sessions: 2 },
    after: { sessions: 1 },
  })
  expect((await post(`/admin/customers/${eve.id}/sessions/end`, {})).body).toMatchObject({ ended: 1 })
  await until(() => first.told.some(({ name }) => name === 'disconnect'), 1000)
  expect((await post(`/admin/customers/${eve.id}/sessions/end`, {})).body).toMatchObject({ ended: 0 })
})

test('what customers change of themselves, and where they sign in and out, staff see at once and customers never', async () => {
  const [desk, stranger] = [await store.follow({ token: mira.token }), await store.follow({ token: ada.token })]
  const password = 'a good one'
  const email = 'lin@kade.test'
  const person = { firstName: 'Lin', lastName: 'Chen', email, password }
  const { token } = (await store.call('POST', '/auth/register', person)).body
  const own = await store.follow({ token })
  const profile = { firstName: 'Linh', lastName: 'Tran', email, phone: '+84-912345678' }
  await store.call('POST', '/auth/update', profile, { token })
  await store.call('POST', '/auth/change-currency', { currency: 'INR' }, { token })
  await store.call('POST', '/auth/dark-mode', { darkMode: true }, { token })
  const again = (await store.call('POST', '/auth/login', { email, password })).body
  await store.call('POST', '/auth/change-password', { oldPassword: password, newPassword: 'a better one' }, again)
  await store.call('POST', '/auth/logout', undefined, { token: again.token })

  const told = () => desk.events().filter(({ type }) => type.startsWith('customer.'))
  await until(() => told().length === 7)
  expect(told().map(({ type }) => type)).toEqual([
    'customer.changed',
    'customer.session',
    'customer.profile',
    'customer.profile',
    'customer.session',
    'customer.session.ended',
    'customer.session.ended',
  ])
  const [opened, first, renamed, dearer, second, ended, out] = told().map(({ data }) => data as unknown as Told)
  const { customer } = opened!
  expect(renamed).toEqual({ customer: { _id: customer._id, ...profile, currency: 'USD' } })
  expect(dearer).toMatchObject({ customer: { currency: 'INR' } })
  expect([ended, out]).toEqual([
    { userId: customer._id, _id: first!.session._id },
    { userId: customer._id, _id: second!.session._id },
  ])
  const { data } = (await get<Details>(`/admin/customers/${customer._id}`)).body
  expect([data.customer, data.sessions]).toMatchObject([{ ...profile, currency: 'INR' }, []])

  // What comes last on each stream shows that nothing came before it.
  await store.call('POST', '/auth/dark-mode', { darkMode: true }, { token: ada.token })
  await until(() => stranger.heard().includes('user.changed'))
  expect(stranger.heard()).toEqual(['user.changed'])
  expect(own.heard().every((type) => type === 'user.changed')).toBe(true)
  expect(JSON.stringify(told())).not.toMatch(/password|token|darkMode/i)
})

test('an e-mail address that is confirmed is the one that staff see, and not before', async () => {
  const eve = await buildUser(store)
  const desk = await store.follow({ token: mira.token })
  const { firstName, lastName, phone } = eve
  const wanted = { firstName, lastName, phone, email: 'eve@new.test' }
  await store.call('POST', '/auth/update', wanted, { token: eve.token })
  const link = 'a token of the link'
  await store.store.db
    .update(mailLinks)
    .set({ hash: hashToken(link) })
    .where(eq(mailLinks.userId, eve.id))
  await store.call('POST', '/auth/confirm-email', { token: link })
  const emails = () =>
    desk.events().flatMap(({ type, data }) => (type === 'customer.profile' ? (data.customer as Row).email : []))
  await until(() => emails().length === 2)
  expect(emails()).toEqual([eve.email, 'eve@new.test'])
})

test('a session that ends because its token was stolen is out of the list', async () => {
  const eve = await buildUser(store)
  const { access, refresh } = await change(store.store, (making) => openSession(making, eve, 'stolen'))
  const renew = (token: string) => store.call('POST', '/auth/refresh', undefined, { cookie: `__Host-refresh=${token}` })
  const next = (await renew(refresh)).headers.getSetCookie()[0]!.match(/=([^;]+)/)![1]!
  await renew(next)
  await store.store.db
    .update(refreshTokens)
    .set({ usedAt: new Date(Date.now() - 11_000) })
    .where(eq(refreshTokens.hash, hashToken(next)))
  const desk = await store.follow({ token: mira.token })
  expect((await renew(refresh)).status).toBe(401)
  await until(() => desk.heard().includes('customer.session.ended'))
  expect((await store.call('GET', '/auth/me', undefined, { token: access })).status).toBe(401)
  const { sessions } = (await get<Details>(`/admin/customers/${eve.id}`)).body.data
  expect(sessions.map(({ userAgent }) => userAgent)).toEqual(['test'])
})

test('a session is ended at its owner alone', async () => {
  const [eve, noor] = [await buildUser(store), await buildUser(store)]
  const { sessions } = (await get<Details>(`/admin/customers/${eve.id}`)).body.data
  const wrong = await post(`/admin/customers/${noor.id}/sessions/end`, { sessionId: sessions[0]!._id })
  expect(wrong.status).toBe(404)
  expect((await post('/admin/customers/nobody/sessions/end', {})).status).toBe(404)
  expect((await store.call('GET', '/auth/me', undefined, { token: eve.token })).status).toBe(200)
})

test('customers get none of it', async () => {
  expect((await get('/admin/customers', ada)).status).toBe(403)
  expect((await get(`/admin/customers/${ada.id}`, ada)).status).toBe(403)
  expect((await post(`/admin/customers/${ada.id}/points`, { points: 5, reason: 'Why' }, ada)).status).toBe(403)
  expect((await post(`/admin/customers/${mira.id}/sessions/end`, {}, ada)).status).toBe(403)
  const hers = await store.follow({ token: ada.token })
  const eve = await buildUser(store)
  await post(`/admin/customers/${eve.id}/points`, { points: 5, reason: 'For the wait' })
  await post(`/admin/customers/${ada.id}/points`, { points: 5, reason: 'For the wait' })
  await expect.poll(hers.heard).toEqual(['points.changed', 'notification.created'])
})
