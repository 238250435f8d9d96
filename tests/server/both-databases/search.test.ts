import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../drizzle/kit.ts'
import { orderDays, orders, users } from '../../../drizzle/schema.ts'
import { customerSearchText } from '../../../server/accounts/search-columns.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import {
  buildItem,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  buildVerifiedOrder,
  type TestUser,
} from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

let server: TestServer
let mira: TestUser
const people: Record<string, TestUser> = {}
const names = [
  ['elodie', 'Élodie', 'Østergård'],
  ['oleg', 'Олег', 'Иванов'],
  ['nikos', 'Νίκος', 'Παπαδόπουλος'],
  ['lei', '李', '雷'],
  ['sam', 'Sam', 'de Silva'],
  ['giorgi', 'გიორგი', 'Ｆｕｌｌ'],
] as const
const hash = 'ab'.repeat(32)
const longReference = `Überweisung ${'x'.repeat(115)}`

beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server, { firstName: 'Mira', lastName: 'Staff' })
  for (const [name, firstName, lastName] of names) {
    people[name] = await buildUser(server, { email: `${name}@people.test`, firstName, lastName })
    const order = await buildOrder(server, people[name])
    const reference = { sam: `https://bscscan.com/tx/0x${hash}`, oleg: longReference, lei: 'CEFT-204 811' }[
      name as string
    ]
    if (reference) await send('PATCH', `/checkout/${order._id}/mark-paid`, { reference }, people[name])
    await send('POST', '/support-chat/message', { message: `${firstName} asks: ÇA MARCHE?` }, people[name])
  }
}, openTimeoutMs)
afterAll(() => server.close())

const send = (method: string, path: string, body: object, { token }: TestUser) =>
  server.call(method, path, body, { token })
const get = async <T>(path: string) => (await server.call<T[]>('GET', path, undefined, { token: mira.token })).body
const q = (text: string) => `q=${encodeURIComponent(text)}`
const emailName = (email: string) => email.replace('@people.test', '')
const customers = async (text: string) =>
  (await get<{ email: string }>(`/admin/customers?${q(text)}`)).data.map(({ email }) => emailName(email)).toSorted()
const ordersOf = async (text: string, filter = '') =>
  (await get<Wire['order'] & { customer: { email: string } }>(`/admin/orders?${q(text)}${filter}`)).data.map((order) =>
    emailName(order.customer.email),
  )
const conversations = async (text: string) =>
  (await get<{ customer: { email: string } }>(`/admin/support?${q(text)}`)).data
    .map(({ customer }) => emailName(customer.email))
    .toSorted()

describe('people of every script', () => {
  it.each([
    ['élodie', ['elodie']],
    ['ELODIE', ['elodie']],
    ['østergÅRD', ['elodie']],
    ['олег', ['oleg']],
    ['ИВАНОВ', ['oleg']],
    ['иванов олег', ['oleg']],
    ['ΝΙΚΟΣ', ['nikos']],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', ['nikos']],
    ['李', ['lei']],
    ['雷', ['lei']],
    ['ᲒᲘᲝᲠᲒᲘ', ['giorgi']],
    ['full', ['giorgi']],
    ['Sam de Silva', ['sam']],
    ['silva SAM', ['sam']],
    ['SAM@people', ['sam']],
    ['sam oleg', []],
    ['%', []],
    ['a_e', []],
    [`' or 1=1 --`, []],
    ['" OR "a', []],
    ['NOT sam', []],
  ])('%j finds %j in customers and orders', async (text, found) => {
    expect(await customers(text)).toEqual(found)
    expect((await ordersOf(text)).toSorted()).toEqual(found)
  })

  it('are found by a changed name, and no longer by the old one', async () => {
    const { lei } = people as { lei: TestUser }
    const profile = { firstName: 'Zhāng', lastName: 'Wěi', email: lei.email, phone: '' }
    expect((await send('POST', '/auth/update', profile, lei)).status).toBe(200)
    for (const find of [customers, ordersOf, conversations]) {
      expect(await find('ZHANG wei')).toEqual(['lei'])
      expect(await find('雷 lei@')).toEqual([])
    }
  })
})

describe('orders', () => {
  it.each([
    [hash, ['sam']],
    [`0X${hash.toUpperCase()}`, ['sam']],
    [`https://etherscan.io/tx/0x${hash}?a=1`, ['sam']],
    [longReference, ['oleg']],
    [longReference.toUpperCase(), ['oleg']],
    ['ceft204811', ['lei']],
    ['#CEFT 204-811', ['lei']],
    ['204 8', ['lei']],
    ['CEFT-204 812', []],
  ])('are found by the reference %j', async (text, found) => {
    expect(await ordersOf(text)).toEqual(found)
    expect(await ordersOf(text, '&paymentStatus=paid')).toEqual(found)
    expect(await ordersOf(text, '&paymentStatus=pending')).toEqual([])
  })

  it('are found by number and id, in any case', async () => {
    const [order] = (await get<Wire['order']>(`/admin/orders?${q('nikos@people')}`)).data
    const number = order!._id.slice(-6)
    for (const text of [number, number.toUpperCase(), `#${number}`, order!._id])
      expect(await ordersOf(text)).toEqual(['nikos'])
  })

  it('accepts 200 characters and no more', async () => {
    expect(await ordersOf('y'.repeat(200))).toEqual([])
    expect((await server.call('GET', `/admin/orders?${q('y'.repeat(201))}`, undefined, mira)).status).toBe(400)
  })

  it('keeps the queue oldest payment first, page by page', async () => {
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const body: Awaited<ReturnType<typeof get<Wire['order'] & { customer: { email: string } }>>> = await get(
        `/admin/orders?${q('people.test')}&paymentStatus=paid&limit=1&cursor=${cursor}`,
      )
      found.push(...body.data.map(({ customer }) => emailName(customer.email)))
      expect(body.totalCount).toBe(3)
      cursor = body.nextCursor
    }
    expect(found).toEqual(['oleg', 'lei', 'sam'])
  })
})

describe('conversations', () => {
  it.each([
    ['ça marche', names.map(([name]) => name).toSorted()],
    ['Ca Marche?', names.map(([name]) => name).toSorted()],
    ['ОЛЕГ ASKS', ['oleg']],
    ['νίκος asks: ça', ['nikos']],
    ['marche ça', []],
  ])('%j finds %j', async (text, found) => {
    expect(await conversations(text)).toEqual(found)
  })
})

it('finds reviews by text, item and author', async () => {
  const item = await buildItem(server, { name: 'Облако Pro' })
  const { oleg } = people as { oleg: TestUser }
  await send('POST', '/reviews', { item: item.id, stars: 5, description: 'ОЧЕНЬ быстро' }, oleg)
  const reviews = async (text: string) => (await get<{ _id: string }>(`/admin/reviews?${q(text)}`)).data.length
  for (const text of ['очень', 'БЫСТРО', 'облако', 'pro ОБЛАКО', 'иванов']) expect(await reviews(text)).toBe(1)
  expect([await reviews('медленно'), await reviews('élodie')]).toEqual([0, 0])
})

describe('a search with more matches than its index is read for', () => {
  const count = 5200
  beforeAll(async () => {
    const rows = Array.from({ length: count }, (_, i) => {
      const row = { email: `many${i}@crowd.test`, firstName: 'Crowd', lastName: `N${i}` }
      return {
        ...row,
        id: newId(),
        passwordHash: '',
        searchText: customerSearchText(row),
        createdAt: new Date(1_700_000_000_000 + i),
      }
    })
    for (let i = 0; i < count; i += 400) await server.app.db.insert(users).values(rows.slice(i, i + 400))
    for (const i of [7, 4000]) {
      const [user] = await server.app.db
        .select()
        .from(users)
        .where(eq(users.email, `many${i}@crowd.test`))
      await server.app.db.insert(orders).values({
        userId: user!.id,
        paymentStatus: i === 7 ? 'paid' : 'pending',
        orderStatus: 'pending',
        paymentMethod: 'bank',
        subtotal: 100,
        total: 100,
        expiresAt: new Date(),
        paidAt: i === 7 ? new Date() : null,
      })
    }
  }, openTimeoutMs)

  it('pages the list in its own order and says 1,001 for more than 1,000', async () => {
    const found: string[] = []
    let cursor: string | null = ''
    for (let page = 0; page < 3; page += 1) {
      const body: Awaited<ReturnType<typeof get<{ email: string }>>> = await get(
        `/admin/customers?${q('CROWD')}&limit=2&cursor=${cursor!}`,
      )
      expect(body.totalCount).toBe(1001)
      found.push(...body.data.map(({ email }) => email.replace('@crowd.test', '')))
      cursor = body.nextCursor
    }
    expect(found).toEqual(['many5199', 'many5198', 'many5197', 'many5196', 'many5195', 'many5194'])
    expect(await customers('crowd n4567')).toEqual(['many4567@crowd.test'])
  })

  it('finds the orders and conversations of such people, with exact totals', async () => {
    const all = await get<Wire['order']>(`/admin/orders?${q('crowd')}`)
    expect([all.data.length, all.totalCount]).toEqual([2, 2])
    expect(await ordersOf('crowd', '&paymentStatus=paid')).toEqual(['many7@crowd.test'])
    expect(await ordersOf('crowd', '&paymentStatus=failed')).toEqual([])
    expect(await conversations('crowd')).toEqual([])
  })
})

it('keeps what each customer spent equal to their verified orders', async () => {
  const [ada, olu] = [await buildUser(server), await buildUser(server)]
  const spent = async (user: TestUser) =>
    (
      await server.call<{ customer: { spent: number } }>('GET', `/admin/customers/${user.id}`, undefined, {
        token: mira.token,
      })
    ).body.data.customer.spent
  await buildPaidOrder(server, ada, { price: 999 })
  const { _id } = await buildVerifiedOrder(server, ada, mira, { price: 2550 })
  await buildVerifiedOrder(server, olu, mira, { price: 100 })
  const refunded = await buildVerifiedOrder(server, ada, mira, { price: 1000 })
  expect([await spent(ada), await spent(olu)]).toEqual([35.5, 1])
  await send('PATCH', `/admin/orders/${refunded._id}/refund`, { reason: 'As agreed' }, mira)
  expect(await spent(ada)).toBe(25.5)
  const { db } = server.app
  await db.update(orders).set({ total: 2600 }).where(eq(orders.id, _id))
  expect([await spent(ada), await spent(olu)]).toEqual([26, 1])
  const [copied] = await db.select().from(orders).where(eq(orders.id, _id))
  await db.insert(orders).values({ ...copied!, id: 'another', paymentReference: null, requestId: null })
  expect(await spent(ada)).toBe(52)
  await db.delete(orders).where(eq(orders.id, 'another'))
  expect(await spent(ada)).toBe(26)
})

it('keeps the sums by day equal to the orders', async () => {
  const ada = await buildUser(server)
  await buildPaidOrder(server, ada)
  const verified = await buildVerifiedOrder(server, ada, mira)
  const refunded = await buildVerifiedOrder(server, ada, mira)
  await send('PATCH', `/admin/orders/${refunded._id}/refund`, { reason: 'As agreed' }, mira)
  const partly = await buildVerifiedOrder(server, ada, mira)
  await send('PATCH', `/admin/orders/${partly._id}/refund`, { reason: 'As agreed', amount: 2.5 }, mira)
  const surplus = await buildVerifiedOrder(server, ada, mira)
  await send('POST', '/admin/payments', { source: 'manual', currency: 'USD', amount: '14', order: surplus._id }, mira)
  await send('PATCH', `/admin/orders/${surplus._id}/refund`, { reason: 'Too much', amount: 5 }, mira)
  // What was refunded of their totals; 4 of the 5 dollars were paid too much.
  const shares: Record<string, number> = { [partly._id]: 250, [surplus._id]: 100 }
  const { db } = server.app
  const longAgo = new Date('2020-02-29T23:59:59.999Z')
  await db.update(orders).set({ verifiedAt: longAgo, createdAt: longAgo }).where(eq(orders.id, verified._id))

  const dayOf = (at: Date) => Math.floor(at.getTime() / 86_400_000)
  const expected: Record<string, Record<string, number>> = {}
  const add = (at: Date, method: string, field: string, n: number) => {
    const row = (expected[`${dayOf(at)} ${method}`] ??= {})
    row[field] = (row[field] ?? 0) + n
  }
  for (const order of await db.select().from(orders)) {
    // Pending orders are counted by an index.
    if (order.paymentStatus !== 'pending') add(order.createdAt, order.paymentMethod, order.paymentStatus, 1)
    if (!order.verifiedAt) continue
    add(
      order.verifiedAt,
      order.paymentMethod,
      'revenue',
      order.paymentStatus === 'verified' ? order.total - (shares[order.id] ?? 0) : 0,
    )
    add(order.verifiedAt, order.paymentMethod, 'checks', 1)
  }
  const nonZero = (fields: Record<string, number>) =>
    Object.fromEntries(Object.entries(fields).filter(([, n]) => n !== 0))
  const kept = (await db.select().from(orderDays)).map(
    ({ day, paymentMethod, ...sums }) => [`${day} ${paymentMethod}`, nonZero(sums)] as const,
  )
  expect(Object.fromEntries(kept.filter(([, sums]) => Object.keys(sums).length > 0))).toEqual(
    Object.fromEntries(Object.entries(expected).map(([key, sums]) => [key, nonZero(sums)])),
  )
})
