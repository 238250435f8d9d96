import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { mailLinks, referrals } from '../../../drizzle/schema.ts'
import { hashToken } from '../../../server/auth/tokens.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

type Row = {
  _id: string
  email: string
  orders: number
  verified: number
  failed: number
  spent: number
  points: number
}
type Details = {
  customer: Row
  orders: { _id: string }[]
  entries: { source: string; points: number }[]
  referral: { code: string } | null
  broughtBy: { _id: string } | null
  sessions: { userAgent: string }[]
}

let server: TestServer
let ada: TestUser
let mira: TestUser
let ishara: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@kade.test' })
  mira = await buildStaff(server)
  ishara = await buildStaff(server)
})
afterAll(() => server.close())

const get = <T>(path: string, user: TestUser = mira) => server.call<T>('GET', path, undefined, { token: user.token })

it('finds customers by name and email address, with the totals of their orders', async () => {
  await buildOrder(server, ada)
  await buildVerifiedOrder(server, ada, mira, { price: 2550 })
  const failed = await buildPaidOrder(server, ada)
  await server.call('PATCH', `/admin/orders/${failed._id}/reject`, { reason: 'Nothing came' }, { token: mira.token })
  const find = async (q: string) => (await get<Row[]>(`/admin/customers?q=${encodeURIComponent(q)}`)).body
  expect((await find('ada love')).data).toMatchObject([{ orders: 3, verified: 1, failed: 1, spent: 25.5, points: 25 }])
  expect((await find('ADA@kade')).data).toHaveLength(1)
  expect((await find('%')).data).toHaveLength(0)
  const all = await get<Row[]>('/admin/customers?limit=2')
  expect([all.body.totalCount, all.body.data.map(({ _id }) => _id)]).toEqual([3, [ishara.id, mira.id]])
  const rest = await get<Row[]>(`/admin/customers?limit=2&cursor=${all.body.nextCursor}`)
  expect(rest.body.data.map(({ _id }) => _id)).toEqual([ada.id])
})

it('publishes a new account to staff', async () => {
  const staffSocket = await server.connect({ token: mira.token })
  const registration = { firstName: 'Noor', lastName: 'Khan', email: 'noor@kade.test', password: 'a good one' }
  await server.call('POST', '/auth/register', registration)
  const event = await waitFor(() => staffSocket.events().find(({ type }) => type === 'customer.changed'))
  expect(event.data.customer).toMatchObject({ email: 'noor@kade.test', orders: 0, spent: 0, points: 0 })
  expect(JSON.stringify(event)).not.toContain('password')
})

it('returns a customer’s orders, points entries, referrals and sessions', async () => {
  const eve = await buildUser(server)
  await server.call('POST', '/referral', { code: 'ADA' }, { token: ada.token })
  await server.app.db.insert(referrals).values({ refereeId: eve.id, referrerId: ada.id })
  const { data } = (await get<Details>(`/admin/customers/${ada.id}`)).body
  expect(data.orders).toHaveLength(3)
  expect(data.entries).toMatchObject([{ source: 'order', points: 25 }])
  expect(data.referral).toMatchObject({ code: 'ADA' })
  expect(data.sessions).toMatchObject([{ userAgent: 'test' }])
  expect((await get<Details>(`/admin/customers/${eve.id}`)).body.data.broughtBy).toMatchObject({ _id: ada.id })
  expect(JSON.stringify(data)).not.toMatch(/passwordHash|token|deliveryNote/)
  expect((await get('/admin/customers/nobody')).status).toBe(404)
})

it('publishes profile changes to staff, but no logins and logouts, and neither to other customers', async () => {
  const [staffSocket, otherSocket] = [
    await server.connect({ token: mira.token }),
    await server.connect({ token: ada.token }),
  ]
  const password = 'a good one'
  const email = 'lin@kade.test'
  const registration = { firstName: 'Lin', lastName: 'Chen', email, password }
  const { token } = (await server.call('POST', '/auth/register', registration)).body
  const ownSocket = await server.connect({ token })
  const profile = { firstName: 'Linh', lastName: 'Tran', email, phone: '+84-912345678' }
  await server.call('POST', '/auth/update', profile, { token })
  const login = (await server.call('POST', '/auth/login', { email, password })).body
  await server.call('POST', '/auth/change-password', { oldPassword: password, newPassword: 'a better one' }, login)
  await server.call('POST', '/auth/logout', undefined, { token: login.token })
  const { token: newToken } = (await server.call('POST', '/auth/login', { email, password: 'a better one' })).body
  await server.call('POST', '/auth/dark-mode', { darkMode: true }, { token: newToken })
  await server.call('POST', '/auth/change-currency', { currency: 'INR' }, { token: newToken })

  // The currency was changed last, so its event shows that no other event precedes it.
  const staffEvents = () => staffSocket.events().filter(({ stream }) => stream === 'staff')
  await waitFor(() => staffEvents().length === 3)
  expect(staffEvents()).toMatchObject([
    { type: 'customer.changed', data: { customer: { firstName: 'Lin', email } } },
    { type: 'customer.profile', data: { customer: { ...profile, currency: 'USD' } } },
    { type: 'customer.profile', data: { customer: { ...profile, currency: 'INR' } } },
  ])
  expect(JSON.stringify(staffEvents())).not.toMatch(/password|token|darkMode/i)
  const { _id } = staffEvents()[0]!.data.customer as Row
  expect((await get<Details>(`/admin/customers/${_id}`)).body.data).toMatchObject({
    customer: { ...profile, currency: 'INR' },
    sessions: [{ userAgent: '' }],
  })

  await server.call('POST', '/auth/dark-mode', { darkMode: true }, { token: ada.token })
  await waitFor(() => otherSocket.eventSummaries().includes('user.changed'))
  expect(otherSocket.eventSummaries()).toEqual(['user.changed'])
  expect(ownSocket.eventSummaries().every((type) => type === 'user.changed')).toBe(true)
})

it('publishes a new email address to staff once it is confirmed', async () => {
  const eve = await buildUser(server, { passwordHash: await hashPassword('demo1234') })
  const staffSocket = await server.connect({ token: mira.token })
  const { firstName, lastName, phone } = eve
  const profile = { firstName, lastName, phone, email: 'eve@new.test', password: 'demo1234' }
  await server.call('POST', '/auth/update', profile, { token: eve.token })
  const linkToken = 'the token of the link'
  await server.app.db
    .update(mailLinks)
    .set({ hash: hashToken(linkToken) })
    .where(eq(mailLinks.userId, eve.id))
  await server.call('POST', '/auth/confirm-email', { token: linkToken })
  const emails = () =>
    staffSocket.events().flatMap(({ type, data }) => (type === 'customer.profile' ? (data.customer as Row).email : []))
  await waitFor(() => emails().length === 2)
  expect(emails()).toEqual([eve.email, 'eve@new.test'])
})

it('returns 403 to customers', async () => {
  expect((await get('/admin/customers', ada)).status).toBe(403)
  expect((await get(`/admin/customers/${ada.id}`, ada)).status).toBe(403)
})
