import { eq } from 'drizzle-orm'
import * as schema from '../../../drizzle/schema.ts'
import { openSession } from '../../../server/accounts/open-session.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { recordAction } from '../../../server/audit/record-action.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import {
  buildCoupon,
  buildItem,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  buildVerifiedOrder,
  fillCart,
  type TestUser,
} from '../../build.ts'
import type { KnownValues } from './arbitraries.ts'

/**
 * A text that names its readers: staff can also read `ada` and `eve`, only Ada can read `onlyada`, only staff `staff`,
 * and nobody `nobody`.
 */
const canary = (reader: string) => `canary-${reader}-canary`
const readableCanaries: Record<string, string[]> = {
  visitor: [],
  ada: ['ada', 'onlyada'],
  eve: ['eve', 'onlyeve'],
  mira: ['ada', 'eve', 'staff'],
}
export type Actor = 'visitor' | 'ada' | 'eve' | 'mira'
export const actors = Object.keys(readableCanaries) as Actor[]

/** The canaries in a text that the reader must not see. */
export const foreignCanaries = (reader: Actor, text: string) =>
  [...new Set([...text.matchAll(/canary-(\w+)-canary/gi)].map(([, name]) => name!.toLowerCase()))].filter(
    (name) => !readableCanaries[reader]!.includes(name),
  )

export type CanaryServer = Awaited<ReturnType<typeof startCanaryServer>>

/** Starts a server in whose database every private row contains a canary. */
export async function startCanaryServer(envOverrides: Record<string, string> = {}) {
  const server = await startTestServer(envOverrides)
  const passwordHash = await hashPassword('their own')
  const users = {
    ada: await buildUser(server, { ...profile('ada'), passwordHash }),
    eve: await buildUser(server, { ...profile('eve'), passwordHash }),
    mira: await buildStaff(server, { email: `${canary('staff')}@example.com`, firstName: 'Mira', passwordHash }),
  }
  await buildUser(server, { email: 'sam@example.com', passwordHash: await hashPassword('a good one') })
  for (let i = 0; i < 3; i += 1) await buildItem(server)
  for (const name of ['logo.svg', 'banner.svg']) {
    await server.app.db.insert(schema.pictures).values({ name, type: 'image/svg+xml', bytes: Buffer.from('<svg/>') })
  }
  await buildCoupon(server, { code: 'TENOFF' })
  await buildCoupon(server, { usesLimit: 1 })
  for (const name of ['ada', 'eve'] as const) await addCustomerData(server, users[name], users.mira, name)
  await addStaffData(server, users)

  /** Adds open orders, because earlier requests may have closed all others. */
  async function addOpenOrders() {
    for (const name of ['ada', 'eve'] as const) {
      await tokenOf(name)
      for (let i = 0; i < 3; i += 1) await buildOrder(server, users[name])
      for (let i = 0; i < 3; i += 1) await buildPaidOrder(server, users[name])
    }
  }

  /** The actor's access token; a new one if the last session has ended. */
  async function tokenOf(actor: Actor): Promise<string | undefined> {
    if (actor === 'visitor') return undefined
    const { token } = users[actor]
    if ((await server.call('GET', '/auth/me', undefined, { token })).status === 200) return token
    return logInAgain(actor)
  }
  async function logInAgain(actor: Exclude<Actor, 'visitor'>) {
    const user = users[actor]
    const { access } = await runMutation(server.app, (ctx) => openSession(ctx, user, 'again'))
    user.token = access
    return access
  }

  return { ...server, users, tokenOf, addOpenOrders, readKnownValues: () => readKnownValues(server, users) }
}

const profile = (name: string) => ({
  email: `${canary(name)}@example.com`,
  phone: `+94-${canary(name)}`,
  firstName: name,
})

/** Orders in every state, and rows of every other kind that a customer has. */
async function addCustomerData(server: TestServer, user: TestUser, mira: TestUser, name: string) {
  const { db } = server.app
  const { token } = user
  const text = canary(name)
  await buildOrder(server, user)
  const cancelled = await buildOrder(server, user)
  await server.call('PATCH', `/checkout/${cancelled._id}/cancel`, undefined, { token, key: 'cancel' })
  const paid = await buildOrder(server, user)
  await server.call('PATCH', `/checkout/${paid._id}/mark-paid`, { paymentMethod: 'bank', reference: text }, { token })
  const rejected = await buildPaidOrder(server, user)
  const decide = (id: string, action: string, body?: unknown) =>
    server.call<Wire['order']>('PATCH', `/admin/orders/${id}/${action}`, body, { token: mira.token })
  await decide(rejected._id, 'reject', { reason: `Because: ${text}` })
  const completed = await buildVerifiedOrder(server, user, mira)
  await decide(completed._id, 'complete', { delivery: canary(`only${name}`) })
  await buildVerifiedOrder(server, user, mira)
  await fillCart(server, user)
  await db.insert(schema.notifications).values({ userId: user.id, message: canary(`only${name}`) })
  await db.insert(schema.activity).values({ userId: user.id, type: 'login', description: canary(`only${name}`) })
  await db
    .insert(schema.pointsEntries)
    .values({ userId: user.id, source: 'adjustment', amount: 0, points: 5, note: text })
  await db
    .update(schema.users)
    .set({ points: user.points + 5 })
    .where(eq(schema.users.id, user.id))
  await server.call('POST', '/support-chat/message', { message: text, order: paid._id }, { token })
  await server.call('POST', '/support-chat/message', { message: `Re: ${text}`, userId: user.id }, { token: mira.token })
  await server.call('POST', '/referral', { code: name }, { token })
}

/** Notes that only staff can read, and secrets that nobody can. */
async function addStaffData({ app }: TestServer, { ada, eve, mira }: Record<'ada' | 'eve' | 'mira', TestUser>) {
  const { db } = app
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
  await runMutation(app, (ctx) =>
    recordAction(ctx, { actorId: mira.id, action: 'order.verify', subject: 'order', subjectId: 'x', after: text }),
  )
  const [session] = await db.select().from(schema.sessions).where(eq(schema.sessions.userId, eve.id))
  await db
    .insert(schema.accessTokens)
    .values({ hash: secret, sessionId: session!.id, expiresAt: new Date(Date.now() + 1e9) })
  await db
    .insert(schema.refreshTokens)
    .values({ hash: secret, sessionId: session!.id, expiresAt: new Date(Date.now() + 1e9) })
}

/** All ids, by the path segment before them and by the fields that take them, and well-formed texts for other fields. */
async function readKnownValues({ app }: TestServer, users: Record<string, { id: string }>): Promise<KnownValues> {
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
  const ids: KnownValues = {}
  for (const [name, table] of Object.entries(tables)) {
    const rows = await app.db.select({ id: table.id }).from(table)
    ids[name] = rows.length > 0 ? rows.map(({ id }) => id) : ['none']
  }
  const userIds = Object.values(users).map(({ id }) => id)
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const pictures = ['/media/logo.svg', '/media/banner.svg']
  return {
    ...ids,
    '': [...userIds, ...Object.values(ids).flat()],
    'orders/': ids['checkout/']!,
    'notes/': [...ids['order notes/']!, ...ids['support notes/']!],
    'customers/': userIds,
    'support/': userIds,
    item: ids['items/']!,
    validItem: ids['items/']!,
    order: ids['checkout/']!,
    category: ids['categories/']!,
    validCategory: ids['categories/']!,
    couponId: ids['coupons/']!,
    upTo: ids['messages/']!,
    orderId: ids['checkout/']!,
    userId: userIds,
    actor: userIds,
    subjectId: ids['checkout/']!,
    assignee: userIds,
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
    token: ['none', users.ada!.id],
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
