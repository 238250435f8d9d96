import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { demoPassword } from '../../../scripts/seed/seed.ts'
import { hashOf } from '../../../server/activity/audit.ts'
import { cleanHtml } from '../../../server/catalogue/clean-html.ts'
import { discountOf } from '../../../shared/coupons.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({ SEED: 'demo', CAPTCHA_PROVIDER: 'off' })
}, 120_000)
afterAll(() => store.close())

const all = <T>(table: T) => store.store.db.select().from(table as typeof users) as never as Promise<Row<T>[]>
type Row<T> = T extends { $inferSelect: infer R } ? R : never
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
const signIn = async (email: string, password = demoPassword) => store.call('POST', '/auth/login', { email, password })

describe('the shop window', () => {
  test('has its categories, each with things in it', async () => {
    const { body } = await store.call<{ name: string; itemCount: number }[]>('GET', '/categories')
    expect(body.data.length).toBeGreaterThanOrEqual(12)
    expect(Math.min(...body.data.map((one) => one.itemCount))).toBeGreaterThanOrEqual(8)
    expect(sum(body.data.map((one) => one.itemCount))).toBe((await all(items)).length)
  })

  test('has 200 items or more, each with a name of its own, a price, and words to it', async () => {
    const rows = await all(items)
    expect(rows.length).toBeGreaterThanOrEqual(200)
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
    for (const row of rows) {
      expect(row.price).toBeGreaterThan(0)
      expect(row.oldPrice ?? row.price + 1).toBeGreaterThan(row.price)
      expect(row.features.length).toBeGreaterThan(1)
      expect(row.shortDescription).not.toBe('')
      expect(row.description).toBe(cleanHtml(row.description))
      expect(row.description.length).toBeGreaterThan(200)
      expect(row.searchText).toContain(row.name.toLowerCase())
      expect(row.createdAt.getTime()).toBeLessThanOrEqual(Date.now())
    }
  })

  test('shows each with its own logo and banner, drawn and harmless', async () => {
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
    const served = await store.app.request(`http://localhost${rows[0]!.logoLink}`)
    expect({ status: served.status, type: served.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/svg+xml',
    })
    expect(await served.text()).toBe(drawings.get(rows[0]!.logoLink)!.bytes.toString())
  })

  test('has some 600 reviews, one a person and item, and averages that are theirs', async () => {
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

  test('tells which reviews are of a purchase', async () => {
    const [review] = await all(reviews)
    const { body } = await store.call<{ verifiedPurchase: boolean }[]>(
      'GET',
      `/reviews?item=${review!.itemId}&limit=100`,
    )
    const bought = (await all(orderLines)).filter((line) => line.itemId === review!.itemId)
    expect(body.totalCount).toBe(body.data.length)
    expect(body.data.some((one) => one.verifiedPurchase)).toBe(bought.length > 0)
  })
})

describe('its people', () => {
  test.each([
    ['ada@example.com', false],
    ['sam@example.com', false],
    ['staff@example.com', true],
    ['mira@example.com', true],
  ])('%s signs in with the demo password', async (email, isAdmin) => {
    expect(await signIn(email)).toMatchObject({ status: 200, body: { user: { email, isAdmin } } })
    expect(await signIn(email, 'demo12345')).toMatchObject({ status: 401 })
  })

  test('are no others, as those who wrote reviews can’t', async () => {
    expect(await signIn('reader01@example.com')).toMatchObject({ status: 401 })
    expect(
      (await all(users))
        .filter((one) => one.isAdmin)
        .map((one) => one.email)
        .toSorted(),
    ).toEqual(['mira@example.com', 'staff@example.com'])
  })

  test('have the points that their ledgers come to', async () => {
    const entries = await all(pointsEntries)
    const people = await all(users)
    for (const { id, points, email } of people) {
      expect([email, points]).toEqual([email, sum(entries.filter((one) => one.userId === id).map((one) => one.points))])
    }
    expect(people.find((one) => one.email === 'ada@example.com')!.points).toBeGreaterThan(0)
  })
})

describe('its orders', () => {
  test('of Ada’s are in every state, as she finds them', async () => {
    const { body } = await signIn('ada@example.com')
    const orders = await store.call<Wire['order'][]>('GET', '/checkout?limit=100', undefined, { token: body.token })
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
    const opened = await store.call('POST', `/checkout/${delivered._id}/delivery`, undefined, { token: body.token })
    expect(opened).toMatchObject({
      status: 200,
      body: { data: { note: expect.stringContaining('https://example.com') } },
    })
  })

  test('that wait for a check are there for staff, oldest first, one reference twice', async () => {
    const { body } = await signIn('mira@example.com')
    const waiting = await store.call<(Wire['order'] & { referenceReused: boolean })[]>(
      'GET',
      '/admin/orders?paymentStatus=paid',
      undefined,
      { token: body.token },
    )
    const times = waiting.body.data.map((one) => one.paidAt!)
    expect(times.length).toBeGreaterThanOrEqual(4)
    expect(times).toEqual(times.toSorted())
    expect(waiting.body.data.filter((one) => one.referenceReused)).toHaveLength(1)
  })

  test('add up: lines, coupons, totals', async () => {
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

  test('have a history in order of time that ends where they are', async () => {
    const [rows, events] = [
      await all(orders),
      await store.store.db.select().from(orderEvents).orderBy(asc(orderEvents.seq)),
    ]
    const last: Record<string, string[]> = {
      pending: ['created'],
      paid: ['paid'],
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

  test('that still wait for money have not run out, and the store changes none by itself', async () => {
    const pending = (await all(orders)).filter((one) => one.paymentStatus === 'pending')
    expect(pending.every((one) => one.expiresAt.getTime() > Date.now())).toBe(true)
  })
})

test('its coupons are found by their codes', async () => {
  const { body } = await signIn('sam@example.com')
  const find = (code: string) => store.call('GET', `/coupons/${code}`, undefined, { token: body.token })
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

describe('its support', () => {
  const rowsOf = (messages: Row<typeof supportMessages>[], userId: string) =>
    messages.filter((one) => one.userId === userId).toSorted((one, other) => one.seq - other.seq)

  test('has 30 conversations in every state, whose counts are those of their rows', async () => {
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

  test('attaches what is there, and to each their own orders', async () => {
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

  test('has a talk of Ada’s with an order and an item in it, and an answer that she has not read', async () => {
    const { body } = await signIn('ada@example.com')
    type Chat = { messages: { item: unknown; order: { _id: string } | null; read: boolean }[]; unread: number }
    const asked = await store.call('GET', '/support-chat', undefined, { token: body.token })
    const { messages, unread } = asked.body as unknown as Chat
    expect(unread).toBe(1)
    expect(messages.length).toBeGreaterThan(5)
    expect(messages.some((one) => one.item)).toBe(true)
    expect(messages.find((one) => one.order)!.order!._id).toBeTruthy()
    const notices = await store.call('GET', '/notifications?unreadOnly=1', undefined, { token: body.token })
    expect(notices.body.notifications.filter((one) => one.link === '/support')).toHaveLength(1)
  })

  test('has one of 2,000 messages, Sam’s, that opens at its end at once and goes back to its beginning', async () => {
    const { token } = (await signIn('sam@example.com')).body
    type Chat = { messages: { seq: number }[]; nextCursor: string | null }
    const page = async (query: string) =>
      (await store.call('GET', `/support-chat?limit=100${query}`, undefined, { token })).body as unknown as Chat
    const start = performance.now()
    let { messages, nextCursor } = await page('')
    expect(performance.now() - start).toBeLessThan(200)
    expect(messages.at(-1)!.seq).toBe(2000)
    const seen = [...messages]
    while (nextCursor) {
      ;({ messages, nextCursor } = await page(`&cursor=${nextCursor}`))
      seen.unshift(...messages)
    }
    expect(seen.map((one) => one.seq)).toEqual(Array.from({ length: 2000 }, (_, i) => i + 1))
  })

  test('has notes and saved replies for staff', async () => {
    expect((await all(supportNotes)).length).toBeGreaterThanOrEqual(5)
    const replies = await all(savedReplies)
    expect(replies).toHaveLength(6)
    expect(replies.some((one) => one.text.includes('{name}') && one.text.includes('{order}'))).toBe(true)
  })
})

test('its audit is a chain without a gap, and goes on from there', async () => {
  const chained = () => store.store.db.select().from(audit).orderBy(asc(audit.seq))
  const { body } = await signIn('mira@example.com')
  const [waiting] = (
    await store.call<Wire['order'][]>('GET', '/admin/orders?paymentStatus=paid', undefined, { token: body.token })
  ).body.data
  const before = (await chained()).length
  expect(before).toBeGreaterThan(100)
  await store.call('PATCH', `/admin/orders/${waiting!._id}/verify`, undefined, { token: body.token })
  const rows = await chained()
  expect(rows).toHaveLength(before + 1)
  let previousHash = ''
  for (const [i, row] of rows.entries()) {
    expect([row.seq, row.previousHash]).toEqual([i + 1, previousHash])
    expect(row.hash).toBe(hashOf(row, previousHash))
    previousHash = row.hash
  }
})

test('nothing in it belongs to nobody', async () => {
  const people = new Set((await all(users)).map((one) => one.id))
  const shelves = new Set((await all(categories)).map((one) => one.id))
  const owners = [await all(orders), await all(reviews), await all(notifications), await all(activity)].flat()
  expect(owners.every((one) => people.has(one.userId))).toBe(true)
  expect((await all(items)).every((one) => shelves.has(one.categoryId))).toBe(true)
  const [ada] = await store.store.db.select().from(users).where(eq(users.email, 'ada@example.com'))
  expect((await all(notifications)).some((one) => one.userId === ada!.id && !one.read)).toBe(true)
})
