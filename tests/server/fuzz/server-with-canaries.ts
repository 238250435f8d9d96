import { eq } from 'drizzle-orm'
import * as schema from '../../../drizzle/schema.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { recordAction } from '../../../server/activity/audit.ts'
import { change } from '../../../server/stream/change.ts'
import { openTestStore, type Wire } from '../../app.ts'
import {
  buildCoupon,
  buildItem,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  buildVerifiedOrder,
  fillCart,
  type Somebody,
} from '../../build.ts'
import type { Words } from './arbitrary-of.ts'

/**
 * Whose eyes a text is for, written into the text: `ada` and `eve` may be read by staff too, `onlyada` by her alone,
 * `staff` by no customer, `nobody` by no one.
 */
const canary = (whose: string) => `canary-${whose}-canary`
const mayRead: Record<string, string[]> = {
  visitor: [],
  ada: ['ada', 'onlyada'],
  eve: ['eve', 'onlyeve'],
  mira: ['ada', 'eve', 'staff'],
}
export type Actor = 'visitor' | 'ada' | 'eve' | 'mira'
export const actors = Object.keys(mayRead) as Actor[]

/** The canaries in a text that this reader must not see. */
export const foreignCanaries = (reader: Actor, text: string) =>
  [...new Set([...text.matchAll(/canary-(\w+)-canary/gi)].map(([, whose]) => whose!.toLowerCase()))].filter(
    (whose) => !mayRead[reader]!.includes(whose),
  )

export type CanaryStore = Awaited<ReturnType<typeof openCanaryStore>>

/** A store in which every private row carries a canary, and the words that mean something in it. */
export async function openCanaryStore(settings: Record<string, string> = {}) {
  const store = await openTestStore(settings)
  const passwordHash = await hashPassword('their own')
  const people = {
    ada: await buildUser(store, { ...person('ada'), passwordHash }),
    eve: await buildUser(store, { ...person('eve'), passwordHash }),
    mira: await buildStaff(store, { email: `${canary('staff')}@example.com`, firstName: 'Mira', passwordHash }),
  }
  await buildUser(store, { email: 'sam@example.com', passwordHash: await hashPassword('a good one') })
  for (let i = 0; i < 3; i += 1) await buildItem(store)
  for (const name of ['logo.svg', 'banner.svg']) {
    await store.store.db.insert(schema.pictures).values({ name, type: 'image/svg+xml', bytes: Buffer.from('<svg/>') })
  }
  await buildCoupon(store, { code: 'TENOFF' })
  await buildCoupon(store, { usesLimit: 1 })
  for (const whose of ['ada', 'eve'] as const) await liveOn(store, people[whose], people.mira, whose)
  await keepForStaff(store, people)

  /** Orders to be acted on: what was sent before may have left none that still moves. */
  async function orderMore() {
    for (const who of [people.ada, people.eve]) {
      await tokenOf(who === people.ada ? 'ada' : 'eve')
      for (let i = 0; i < 3; i += 1) await buildOrder(store, who)
      for (let i = 0; i < 3; i += 1) await buildPaidOrder(store, who)
    }
  }

  /** Somebody's token; a new one when the last was signed out. */
  async function tokenOf(actor: Actor): Promise<string | undefined> {
    if (actor === 'visitor') return undefined
    const { token } = people[actor]
    if ((await store.call('GET', '/auth/me', undefined, { token })).status === 200) return token
    return renew(actor)
  }
  async function renew(actor: Actor) {
    const who = people[actor as keyof typeof people]
    const { access } = await change(store.store, (making) => openSession(making, who, 'again'))
    who.token = access
    return access
  }

  return { ...store, people, tokenOf, orderMore, readWords: () => wordsOf(store, people) }
}

const person = (whose: string) => ({
  email: `${canary(whose)}@example.com`,
  phone: `+94-${canary(whose)}`,
  firstName: whose,
})

type Test = Awaited<ReturnType<typeof openTestStore>>
type Named = { id: string }

/** Orders in every state, and whatever else comes with being a customer. */
async function liveOn(test: Test, who: Somebody, mira: Somebody, whose: string) {
  const { db } = test.store
  const { token } = who
  const text = canary(whose)
  await buildOrder(test, who)
  const cancelled = await buildOrder(test, who)
  await test.call('PATCH', `/checkout/${cancelled._id}/cancel`, undefined, { token, key: 'cancelling' })
  const paid = await buildOrder(test, who)
  await test.call('PATCH', `/checkout/${paid._id}/mark-paid`, { paymentMethod: 'bank', reference: text }, { token })
  const rejected = await buildPaidOrder(test, who)
  const byStaff = (id: string, verb: string, body?: unknown) =>
    test.call<Wire['order']>('PATCH', `/admin/orders/${id}/${verb}`, body, { token: mira.token })
  await byStaff(rejected._id, 'reject', { reason: `No: ${text}` })
  const done = await buildVerifiedOrder(test, who, mira)
  await byStaff(done._id, 'complete', { delivery: canary(`only${whose}`) })
  await buildVerifiedOrder(test, who, mira)
  await fillCart(test, who)
  await db.insert(schema.notifications).values({ userId: who.id, message: canary(`only${whose}`) })
  await db.insert(schema.activity).values({ userId: who.id, type: 'login', description: canary(`only${whose}`) })
  await db
    .insert(schema.pointsEntries)
    .values({ userId: who.id, source: 'adjustment', amount: 0, points: 5, note: text })
  await db
    .update(schema.users)
    .set({ points: who.points + 5 })
    .where(eq(schema.users.id, who.id))
  await test.call('POST', '/support-chat/message', { message: text, order: paid._id }, { token })
  await test.call('POST', '/support-chat/message', { message: `Re: ${text}`, userId: who.id }, { token: mira.token })
  await test.call('POST', '/referral', { code: whose }, { token })
}

/** What staff tell each other, and what nobody is told. */
async function keepForStaff({ store }: Test, { ada, eve, mira }: Record<'ada' | 'eve' | 'mira', Somebody>) {
  const { db } = store
  const secret = canary('nobody')
  const text = canary('staff')
  for (const { id } of [ada, eve]) {
    await db.insert(schema.supportNotes).values({ userId: id, authorId: mira.id, text })
    const [order] = await db.select().from(schema.orders).where(eq(schema.orders.userId, id))
    await db.insert(schema.orderNotes).values({ orderId: order!.id, authorId: mira.id, text })
    await db
      .insert(schema.mailLinks)
      .values({ hash: `${secret}${id}`, userId: id, purpose: 'reset', expiresAt: new Date() })
    await db.insert(schema.recoveryCodes).values({ hash: `${secret}${id}`, userId: id })
  }
  await db.insert(schema.savedReplies).values({ title: text, text })
  await db.insert(schema.spentCaptchas).values({ signature: secret, expiresAt: new Date(Date.now() + 1e9) })
  await change(store, (making) =>
    recordAction(making, { actorId: mira.id, action: 'order.verify', subject: 'order', subjectId: 'x', after: text }),
  )
  const [session] = await db.select().from(schema.sessions).where(eq(schema.sessions.userId, eve.id))
  await db
    .insert(schema.accessTokens)
    .values({ hash: secret, sessionId: session!.id, expiresAt: new Date(Date.now() + 1e9) })
  await db
    .insert(schema.refreshTokens)
    .values({ hash: secret, sessionId: session!.id, expiresAt: new Date(Date.now() + 1e9) })
}

/** Every id there is, by what stands before it in a path and by the field that takes it, and texts that have a form. */
async function wordsOf({ store }: Test, people: Record<string, Named>): Promise<Words> {
  const tables = {
    'items/': schema.items,
    'categories/': schema.categories,
    'coupons/': schema.coupons,
    'checkout/': schema.orders,
    'cart/': schema.cartLines,
    'notifications/': schema.notifications,
    'messages/': schema.supportMessages,
    'reviews/': schema.reviews,
    'replies/': schema.savedReplies,
    'order notes/': schema.orderNotes,
    'support notes/': schema.supportNotes,
    sessionId: schema.sessions,
  } as unknown as Record<string, typeof schema.orders>
  const ids: Words = {}
  for (const [name, table] of Object.entries(tables)) {
    const rows = await store.db.select({ id: table.id }).from(table)
    ids[name] = rows.length > 0 ? rows.map(({ id }) => id) : ['none']
  }
  const users = Object.values(people).map(({ id }) => id)
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const pictures = ['/media/logo.svg', '/media/banner.svg']
  return {
    ...ids,
    '': [...users, ...Object.values(ids).flat()],
    'orders/': ids['checkout/']!,
    'notes/': [...ids['order notes/']!, ...ids['support notes/']!],
    'customers/': users,
    'support/': users,
    item: ids['items/']!,
    validItem: ids['items/']!,
    order: ids['checkout/']!,
    category: ids['categories/']!,
    validCategory: ids['categories/']!,
    couponId: ids['coupons/']!,
    upTo: ids['messages/']!,
    orderId: ids['checkout/']!,
    userId: users,
    actor: users,
    subjectId: ids['checkout/']!,
    assignee: users,
    code: ['TENOFF', 'ada', 'EVE', 'new code', '123456', 'aaaaa-bbbbb'],
    email: [
      `${canary('ada')}@example.com`,
      `${canary('ada')}@example.com`,
      'new@example.com',
      'NEW@Example.com ',
      'third@example.com',
    ],
    password: ['a good one', 'another one'],
    oldPassword: ['their own', 'not it'],
    newPassword: ['their own'],
    token: ['none', people.ada!.id],
    phone: ['', '+94-771234567', '+1-5550100'],
    reason: ['Nothing came', 'As agreed'],
    reference: ['TX 1', `0x${'a'.repeat(64)}`],
    cursor: [cursor([0, 'x']), cursor([Date.now(), 'x']), cursor(['name', 'x']), cursor([100, 'x'])],
    limit: ['1', '2', '100'],
    skip: ['0', '1', '999'],
    page: ['1', '2', '100000'],
    minPrice: ['0', '0.01', '10'],
    maxPrice: ['9.99', '1000000'],
    q: ['item', '%', '_', "'", 'canary', '\\'],
    name: ['Good', 'As good', 'ÄÖ', '<b>Bold</b>'],
    description: ['<p>Good</p>', '<script>alert(1)</script>', 'As it is'],
    logoLink: pictures,
    bannerLink: pictures,
  }
}
