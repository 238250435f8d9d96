import { readFileSync } from 'node:fs'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  activity,
  audit,
  categories,
  couponRedemptions,
  coupons,
  items,
  notifications,
  orderEvents,
  orderLines,
  orders,
  pictures,
  pointsEntries,
  reviews,
  savedReplies,
  supportConversations,
  supportMessages,
  supportNotes,
  users,
} from '../../../drizzle/schema.ts'
import { reviewLines } from '../../../server/seed/content.ts'
import { demoPassword } from '../../../server/seed/seed.ts'
import { hashRow } from '../../../server/audit/record-action.ts'
import { sanitizeDescription } from '../../../server/catalogue/sanitize-html.ts'
import { discountOf } from '../../../shared/coupons/rules.ts'
import { matchesSearch } from '../../../shared/search-text.ts'
import type { StatementLine } from '../../../shared/statements/staff-schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { uploadStatement } from '../statements/upload.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ SEED: 'demo', CAPTCHA_PROVIDER: 'off' })
}, 120_000)
afterAll(() => server.close())

const all = <T>(table: T) => server.app.db.select().from(table as typeof users) as never as Promise<Row<T>[]>
type Row<T> = T extends { $inferSelect: infer R } ? R : never
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
const signIn = async (email: string, password = demoPassword) => server.call('POST', '/auth/login', { email, password })

describe('catalogue', () => {
  it('has at least 12 categories with at least 8 items each', async () => {
    const { body } = await server.call<{ name: string; itemCount: number }[]>('GET', '/categories')
    expect(body.data.length).toBeGreaterThanOrEqual(12)
    expect(Math.min(...body.data.map((one) => one.itemCount))).toBeGreaterThanOrEqual(8)
    expect(sum(body.data.map((one) => one.itemCount))).toBe((await all(items)).length)
  })

  it('has at least 200 items with unique names, prices and descriptions', async () => {
    const rows = await all(items)
    expect(rows.length).toBeGreaterThanOrEqual(200)
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
    for (const row of rows) {
      expect(row.price).toBeGreaterThan(0)
      expect(row.oldPrice ?? row.price + 1).toBeGreaterThan(row.price)
      expect(row.features.length).toBeGreaterThan(1)
      expect(row.shortDescription).not.toBe('')
      expect(row.description).toBe(sanitizeDescription(row.description))
      expect(row.description.length).toBeGreaterThan(200)
      expect(matchesSearch(row.searchText, row.name)).toBe(true)
      expect(row.createdAt.getTime()).toBeLessThanOrEqual(Date.now())
    }
  })

  it('gives each item its own logo and banner, without scripts', async () => {
    const rows = await all(items)
    const drawings = new Map((await all(pictures)).map((row) => [`/media/${row.name}`, row]))
    expect(new Set(rows.map((row) => row.logoLink)).size).toBe(rows.length)
    expect(new Set(rows.map((row) => row.bannerLink)).size).toBe(rows.length)
    for (const link of rows.flatMap((row) => [row.logoLink, row.bannerLink])) {
      const { type, bytes } = drawings.get(link)!
      expect(type).toBe('image/svg+xml')
      expect(bytes.toString()).toMatch(/^<svg [^>]*viewBox/)
      expect(bytes.toString()).not.toMatch(/<script|<foreignObject| on\w+=|javascript:|href="(?!#)/)
    }
    const served = await server.router.request(`http://localhost${rows[0]!.logoLink}`)
    expect({ status: served.status, type: served.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/svg+xml',
    })
    expect(await served.text()).toBe(drawings.get(rows[0]!.logoLink)!.bytes.toString())
  })

  it('has about 600 reviews, one per user and item, and their averages', async () => {
    const [rows, written] = [await all(items), await all(reviews)]
    expect(written.length).toBeGreaterThanOrEqual(550)
    expect(new Set(written.map((one) => `${one.itemId} ${one.userId}`)).size).toBe(written.length)
    for (const { id, starsSum, reviewCount, rating } of rows) {
      const stars = written.filter((one) => one.itemId === id).map((one) => one.stars)
      expect({ starsSum, reviewCount }).toEqual({ starsSum: sum(stars), reviewCount: stars.length })
      expect(rating).toBe(stars.length === 0 ? 0 : Math.round((sum(stars) * 100) / stars.length))
    }
    const added = new Map(rows.map((row) => [row.id, row.createdAt]))
    expect(written.every((one) => one.createdAt >= added.get(one.itemId)!)).toBe(true)
    expect(new Set(written.map((one) => one.description)).size).toBeGreaterThan(written.length * 0.9)
  })

  it('lets only buyers write about their order', async () => {
    const lines = await all(orderLines)
    const customers = new Map((await all(orders)).map((order) => [order.id, order.userId]))
    const purchases = new Set(lines.map((line) => `${line.itemId} ${customers.get(line.orderId)}`))
    const { arrivals, buyers } = reviewLines
    const aboutOrders = [arrivals, buyers].flatMap((texts) => Object.values(texts).flat())
    const written = await all(reviews)
    const claims = written.filter(({ description }) => aboutOrders.some((line) => description.includes(line)))
    expect(claims.length).toBeGreaterThan(50)
    expect(claims.filter((one) => !purchases.has(`${one.itemId} ${one.userId}`))).toEqual([])
  })

  it('marks reviews of verified purchases', async () => {
    const [review] = await all(reviews)
    const { body } = await server.call<{ verifiedPurchase: boolean }[]>(
      'GET',
      `/reviews?item=${review!.itemId}&limit=100`,
    )
    const bought = (await all(orderLines)).filter((line) => line.itemId === review!.itemId)
    expect(body.totalCount).toBe(body.data.length)
    expect(body.data.some((one) => one.verifiedPurchase)).toBe(bought.length > 0)
  })
})

describe('users', () => {
  it.each([
    ['ada@example.com', false],
    ['sam@example.com', false],
    ['staff@example.com', true],
    ['mira@example.com', true],
  ])('%s logs in with the demo password', async (email, isAdmin) => {
    expect(await signIn(email)).toMatchObject({ status: 200, body: { user: { email, isAdmin } } })
    expect(await signIn(email, 'demo12345')).toMatchObject({ status: 401 })
  })

  it('includes no other user who can log in, and only two staff', async () => {
    expect(await signIn('reader01@example.com')).toMatchObject({ status: 401 })
    expect(
      (await all(users))
        .filter((one) => one.isAdmin)
        .map((one) => one.email)
        .toSorted(),
    ).toEqual(['mira@example.com', 'staff@example.com'])
  })

  it('have the points of their ledgers', async () => {
    const entries = await all(pointsEntries)
    const people = await all(users)
    for (const { id, points, email } of people) {
      expect([email, points]).toEqual([email, sum(entries.filter((one) => one.userId === id).map((one) => one.points))])
    }
    expect(people.find((one) => one.email === 'ada@example.com')!.points).toBeGreaterThan(0)
  })
})

describe('orders', () => {
  it('of Ada are in every state', async () => {
    const { body } = await signIn('ada@example.com')
    const orders = await server.call<Wire['order'][]>('GET', '/checkout?limit=100', undefined, { token: body.token })
    expect(new Set(orders.body.data.map((one) => `${one.paymentStatus}/${one.orderStatus}`))).toEqual(
      new Set([
        'pending/pending',
        'paid/pending',
        'verified/processing',
        'verified/completed',
        'failed/failed',
        'cancelled/failed',
        'refunded/failed',
        'refunded/completed',
      ]),
    )
    const delivered = orders.body.data.find((one) => one.hasDelivery)!
    const opened = await server.call('POST', `/checkout/${delivered._id}/delivery`, undefined, { token: body.token })
    expect(opened).toMatchObject({
      status: 200,
      body: { data: { note: expect.stringContaining('https://example.com') } },
    })
  })

  it('have money that is short, too much, late and unknown', async () => {
    const { body } = await signIn('mira@example.com')
    const { token } = body
    type Payment = { proposals: { paymentStatus: string }[]; order: { _id: string } | null }
    const waiting = await server.call<Payment[]>('GET', '/admin/payments?state=unassigned', undefined, { token })
    expect(waiting.body.data.map(({ proposals }) => proposals.map(({ paymentStatus }) => paymentStatus))).toEqual([
      [],
      ['cancelled'],
    ])
    const assigned = await server.call<Payment[]>('GET', '/admin/payments?state=assigned', undefined, { token })
    const money: Record<string, number[]> = {}
    for (const { order } of assigned.body.data) {
      const { data } = (await server.call<Wire['order']>('GET', `/admin/orders/${order!._id}`, undefined, { token }))
        .body
      if (data.customer.email === 'ada@example.com' && data.payments[0]!.source === 'manual')
        money[data.paymentStatus] = [Math.sign(data.received - data.total), Number(data.rest !== null)]
    }
    expect(money).toEqual({ paid: [-1, 1], verified: [1, 0] })
  })

  it('wait in the payment queue, oldest first, two of them with the same reference', async () => {
    const { body } = await signIn('mira@example.com')
    const waiting = await server.call<(Wire['order'] & { referenceReused: boolean })[]>(
      'GET',
      '/admin/orders?paymentStatus=paid',
      undefined,
      { token: body.token },
    )
    const times = waiting.body.data.map((one) => one.paidAt!)
    expect(times.length).toBeGreaterThanOrEqual(4)
    expect(times).toEqual(times.toSorted())
    expect(waiting.body.data.filter((one) => one.referenceReused)).toHaveLength(2)
  })

  it('add up: lines, coupons, totals', async () => {
    const [rows, lines, redeemed] = [await all(orders), await all(orderLines), await all(couponRedemptions)]
    const every = await all(coupons)
    for (const order of rows) {
      const own = lines.filter((line) => line.orderId === order.id)
      expect(own.length).toBeGreaterThan(0)
      expect(order.subtotal).toBe(sum(own.map((line) => line.price * line.quantity)))
      expect(order.total).toBe(order.subtotal + order.fees - order.discount)
      const coupon = every.find((one) => one.id === order.couponId)
      const priced = own.map((line) => ({ ...line, item: line.itemId, category: line.categoryId }))
      const expected = coupon
        ? discountOf({ ...coupon, validItem: coupon.itemId, validCategory: coupon.categoryId }, priced)
        : 0
      expect(order.discount).toBe(expected)
    }
    for (const { id, uses } of every) expect(uses).toBe(redeemed.filter((one) => one.couponId === id).length)
    expect(sum(every.map((one) => one.uses))).toBeGreaterThan(0)
  })

  it('have a chronological history that ends in their current state', async () => {
    const [rows, events] = [
      await all(orders),
      await server.app.db.select().from(orderEvents).orderBy(asc(orderEvents.seq)),
    ]
    const last: Record<string, string[]> = {
      pending: ['created'],
      paid: ['paid', 'payment'],
      verified: ['verified', 'completed'],
      failed: ['rejected'],
      cancelled: ['cancelled', 'expired'],
      refunded: ['refunded'],
    }
    for (const order of rows) {
      const own = events.filter((event) => event.orderId === order.id)
      expect(own.map((event) => event.seq)).toEqual(own.map((_, i) => i + 1))
      expect(own[0]!.what).toBe('created')
      expect(last[order.paymentStatus]).toContain(own.at(-1)!.what)
      const times = own.map((event) => event.at.getTime())
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect(times.at(-1)!).toBeLessThanOrEqual(Date.now())
    }
  })

  it('that are unpaid have not expired', async () => {
    const pending = (await all(orders)).filter((one) => one.paymentStatus === 'pending')
    expect(pending.every((one) => one.expiresAt.getTime() > Date.now())).toBe(true)
  })
})

it('finds the coupons by their codes', async () => {
  const { body } = await signIn('sam@example.com')
  const find = (code: string) => server.call('GET', `/coupons/${code}`, undefined, { token: body.token })
  expect((await find('WELCOME10')).body.data).toMatchObject({
    type: 'Percentage',
    amount: 10,
    validItem: null,
    validCategory: null,
  })
  expect((await find('save5')).body.data).toMatchObject({ type: 'Fixed', amount: 5 })
  expect((await find('SOLO20')).body.data.validItem).toBeTruthy()
  expect((await find('SHELF15')).body.data.validCategory).toBeTruthy()
})

describe('support', () => {
  const rowsOf = (messages: Row<typeof supportMessages>[], userId: string) =>
    messages.filter((one) => one.userId === userId).toSorted((one, other) => one.seq - other.seq)

  it('has 30 conversations in every status, with matching counts', async () => {
    const [conversations, messages] = [await all(supportConversations), await all(supportMessages)]
    expect(conversations).toHaveLength(30)
    expect(new Set(conversations.map((one) => one.status)).size).toBe(3)
    expect(conversations.some((one) => one.assigneeId !== null && one.status === 'open')).toBe(true)
    expect(conversations.some((one) => one.assigneeId === null)).toBe(true)
    for (const one of conversations) {
      const rows = rowsOf(messages, one.userId)
      const unread = (fromStaff: boolean) => rows.filter((row) => row.fromStaff === fromStaff && !row.read).length
      const times = rows.map((row) => row.createdAt.getTime())
      expect(rows.map((row) => row.seq)).toEqual(rows.map((_, i) => i + 1))
      expect(times).toEqual(times.toSorted((first, second) => first - second))
      expect(rows.map((row) => row.message).join('\n')).not.toMatch(/[{}]|#(?![0-9A-Z]{6}\b)/)
      expect(one).toMatchObject({ lastSeq: rows.length, staffUnread: unread(false), customerUnread: unread(true) })
      expect(one.lastMessageAt!.getTime()).toBe(times.at(-1))
      const answered = rows.findLastIndex((row) => row.fromStaff)
      const waits = one.status === 'open' ? rows[answered + 1]!.createdAt : null
      expect(one.waitingSince).toEqual(waits)
    }
  })

  it('attaches existing items and the customer’s own orders', async () => {
    const [messages, everyOrder, shelf] = [await all(supportMessages), await all(orders), await all(items)]
    const attached = messages.filter((one) => one.orderId ?? one.itemId)
    expect(attached.length).toBeGreaterThan(20)
    for (const { orderId, itemId, userId, createdAt } of attached) {
      if (itemId) expect(shelf.some((one) => one.id === itemId)).toBe(true)
      if (!orderId) continue
      const order = everyOrder.find((one) => one.id === orderId)
      expect(order).toMatchObject({ userId })
      expect(order!.createdAt.getTime()).toBeLessThan(createdAt.getTime())
    }
  })

  it('has a conversation of Ada with an order, an item and an unread reply', async () => {
    const { body } = await signIn('ada@example.com')
    type Chat = { messages: { item: unknown; order: { _id: string } | null; read: boolean }[]; unread: number }
    const response = await server.call('GET', '/support-chat', undefined, { token: body.token })
    const { messages, unread } = response.body as unknown as Chat
    expect(unread).toBe(1)
    expect(messages.length).toBeGreaterThan(5)
    expect(messages.some((one) => one.item)).toBe(true)
    expect(messages.find((one) => one.order)!.order!._id).toBeTruthy()
    const unreadNotifications = await server.call('GET', '/notifications?unreadOnly=1', undefined, {
      token: body.token,
    })
    expect(unreadNotifications.body.notifications.filter((one) => one.link === '/support')).toHaveLength(1)
  })

  it('has a conversation of Sam with 2,000 messages that pages back from the newest', async () => {
    const { token } = (await signIn('sam@example.com')).body
    type Chat = { messages: { seq: number }[]; nextCursor: string | null }
    const page = async (query: string) =>
      (await server.call('GET', `/support-chat?limit=100${query}`, undefined, { token })).body as unknown as Chat
    let { messages, nextCursor } = await page('')
    expect(messages.at(-1)!.seq).toBe(2000)
    const seen = [...messages]
    while (nextCursor) {
      ;({ messages, nextCursor } = await page(`&cursor=${nextCursor}`))
      seen.unshift(...messages)
    }
    expect(seen.map((one) => one.seq)).toEqual(Array.from({ length: 2000 }, (_, i) => i + 1))
  })

  it('has notes and saved replies', async () => {
    expect((await all(supportNotes)).length).toBeGreaterThanOrEqual(5)
    const replies = await all(savedReplies)
    expect(replies).toHaveLength(7)
    expect(replies.some((one) => one.text.includes('{name}') && one.text.includes('{order}'))).toBe(true)
  })
})

it('has 14 orders that the sample statement pays, Sam’s among them, whose page shows it live', async () => {
  const [mira, sam] = [(await signIn('mira@example.com')).body, (await signIn('sam@example.com')).body]
  const sample = (format: string) => readFileSync(`scripts/samples/statement.${format}`)
  const readQueue = async () =>
    (await server.call<Wire['order'][]>('GET', '/admin/orders?paymentStatus=paid', undefined, mira)).body.totalCount
  const [phone, waiting] = [await server.connect({ token: sam.token }), await readQueue()]

  const { body } = await uploadStatement(server, mira, sample('csv'))
  const counts = { sure: 14, likely: 1, over: 1, unmatched: 1, ignored: 1 }
  expect(body.data).toMatchObject({ added: 18, known: 0, counts })
  expect(await readQueue(), 'reading a statement verifies nothing').toBe(waiting)
  const path = `/admin/statements/${body.data._id}`
  const sure = await server.call<StatementLine[]>('GET', `${path}/lines?state=sure`, undefined, mira)
  const lines = sure.body.data.map(({ _id }) => _id)
  const applied = await server.call<{ result: string }[]>('POST', `${path}/apply`, { lines }, mira)
  expect(applied.body.data.map(({ result }) => result)).toEqual(lines.map(() => 'verified'))
  expect(await readQueue()).toBe(waiting - 14)
  await expect.poll(() => phone.eventSummaries()).toContain('order.changed verified')
  const own = await server.call<Wire['order'][]>('GET', '/checkout?paymentStatus=paid', undefined, sam)
  expect(own.body.data[0]).toMatchObject({ reference: '4GC555E', paymentStatus: 'verified', missing: 0 })

  for (const format of ['csv', 'ofx']) {
    const { data } = (await uploadStatement(server, mira, sample(format))).body
    expect(data, format).toMatchObject({ added: 0, known: 18 })
  }
})

it('has an audit log without gaps that continues', async () => {
  const chained = () => server.app.db.select().from(audit).orderBy(asc(audit.seq))
  const { body } = await signIn('mira@example.com')
  const [waiting] = (
    await server.call<Wire['order'][]>('GET', '/admin/orders?paymentStatus=paid', undefined, { token: body.token })
  ).body.data
  const before = (await chained()).length
  expect(before).toBeGreaterThan(100)
  await server.call('PATCH', `/admin/orders/${waiting!._id}/verify`, undefined, { token: body.token })
  const rows = await chained()
  expect(rows).toHaveLength(before + 1)
  let previousHash = ''
  for (const [i, row] of rows.entries()) {
    expect([row.seq, row.previousHash]).toEqual([i + 1, previousHash])
    expect(row.hash).toBe(hashRow(row, previousHash))
    previousHash = row.hash
  }
})

it('has an owner for every row', async () => {
  const userIds = new Set((await all(users)).map((one) => one.id))
  const categoryIds = new Set((await all(categories)).map((one) => one.id))
  const owners = [await all(orders), await all(reviews), await all(notifications), await all(activity)].flat()
  expect(owners.every((one) => userIds.has(one.userId))).toBe(true)
  expect((await all(items)).every((one) => categoryIds.has(one.categoryId))).toBe(true)
  const [ada] = await server.app.db.select().from(users).where(eq(users.email, 'ada@example.com'))
  expect((await all(notifications)).some((one) => one.userId === ada!.id && !one.read)).toBe(true)
})
