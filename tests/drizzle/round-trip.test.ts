import { getTableName, is, type Table } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as schema from '../../drizzle/schema.ts'
import { preparedInsert } from '../../server/db/prepared.ts'
import type { Db } from '../../server/db/transactions.ts'
import { openTimeoutMs, openTestDatabase } from '../database.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
}, openTimeoutMs)
afterAll(() => db.close())

type AnyTable = typeof schema.users
type Row = Record<string, unknown>
/** With milliseconds, which both dialects store. */
const at = new Date('2026-03-29T01:30:59.007Z')
const later = new Date('2038-01-19T03:14:08.999Z')

/** One row of every table with a value for every column, parents before children. */
const rows: [Table, Row][] = [
  [
    schema.users,
    {
      id: 'u',
      email: 'ada@example.com',
      passwordHash: 'hash',
      firstName: 'Ádá ✓',
      lastName: 'O\'Neil "x" \\ %_',
      phone: '+94-771234567',
      points: -3,
      spent: 1e11,
      currency: 'LKR',
      darkMode: true,
      paymentMethod: 'crypto',
      isAdmin: false,
      searchText: '  ada  ✓',
      notificationsReadAt: at,
      notificationsReadId: 'n',
      createdAt: at,
      updatedAt: later,
    },
  ],
  [
    schema.sessions,
    { id: 's', userId: 'u', userAgent: 'x', createdAt: at, expiresAt: later, endedAt: at, endReason: 'reuse' },
  ],
  [schema.accessTokens, { hash: 'h1', sessionId: 's', expiresAt: later }],
  [schema.refreshTokens, { hash: 'h2', sessionId: 's', parent: 'h0', createdAt: at, expiresAt: later, usedAt: null }],
  [
    schema.mailLinks,
    { hash: 'h3', userId: 'u', purpose: 'email', email: 'b@c.d', createdAt: at, expiresAt: later, usedAt: at },
  ],
  [schema.secondFactors, { userId: 'u', secret: 'encrypted', confirmedAt: null, lastStep: 58_000_000, createdAt: at }],
  [schema.recoveryCodes, { hash: 'h4', userId: 'u', usedAt: at }],
  [schema.spentCaptchas, { signature: 'sig', expiresAt: later }],
  [schema.categories, { id: 'c', name: 'Streaming', position: 2, createdAt: at, version: 2 }],
  [
    schema.pictures,
    { name: 'p.svg', type: 'image/svg+xml', bytes: Buffer.from([0, 255, 1, 0, 39, 92, 128]), createdAt: at },
  ],
  [schema.itemWords, { word: '  ünïcode ', nameCount: 0, itemCount: 3 }],
  [
    schema.items,
    {
      id: 'i',
      categoryId: 'c',
      name: 'Net',
      brand: 'Bolthaven',
      sortName: 'net',
      months: 12,
      price: 100_000_000_000,
      oldPrice: null,
      shortDescription: '',
      description: '<p>ok</p>',
      logoLink: '/l',
      bannerLink: '/b',
      accountType: 'Private',
      features: ['a "quoted" one', 'ünïcode', ''],
      searchName: '  net',
      searchText: '  net  private',
      starsSum: 9,
      reviewCount: 2,
      rating: 450,
      fairRating: 4286,
      popularity: 2_000_000_000,
      categoryPopularity: 16_384,
      archivedAt: null,
      draft: true,
      createdAt: at,
      updatedAt: later,
      version: 3,
    },
  ],
  [schema.cartLines, { id: 'cl', userId: 'u', itemId: 'i', count: 9999, priceWhenAdded: 1299, createdAt: at }],
  [
    schema.coupons,
    {
      id: 'co',
      code: 'WELCOME10',
      type: 'Percentage',
      amount: 1000,
      itemId: 'i',
      categoryId: 'c',
      startsAt: at,
      expiresAt: later,
      minTotal: 2000,
      firstOrderOnly: true,
      batchSize: 500,
      batchId: 'co',
      usesLimit: 5,
      usesPerCustomer: null,
      uses: 1,
      archivedAt: null,
      createdAt: at,
      version: 4,
    },
  ],
  [schema.couponRedemptions, { orderId: 'o', couponId: 'co', userId: 'u', createdAt: at }],
  // Before the orders, whose triggers add to it.
  [
    schema.orderDays,
    {
      day: 20_000,
      paymentMethod: 'bank',
      paid: 2,
      verified: 3,
      failed: 4,
      cancelled: 5,
      refunded: 6,
      revenue: 99_990_000_000,
      checks: 7,
    },
  ],
  [
    schema.orders,
    {
      id: 'o',
      userId: 'u',
      paymentStatus: 'paid',
      orderStatus: 'pending',
      paymentMethod: 'crypto',
      subtotal: 99_990_000_000,
      fees: 0,
      discount: 310,
      total: 2788,
      listTotal: 99_990_000_000,
      couponId: 'co',
      couponCode: 'WELCOME10',
      paymentReference: '7QK4MZT',
      requestId: 'pr',
      restRequestId: 'pr',
      received: 2788,
      refunded: 0,
      reference: '0xabc',
      referenceKey: '0XABC',
      referenceReused: true,
      proofRequestedAt: later,
      claimedBy: 'u',
      claimedAt: at,
      claimUntil: later,
      deliveryNote: 'encrypted',
      deliveryOpenedAt: null,
      deliveryChangedAt: at,
      deliveryReopenedAt: null,
      verifiedHash: null,
      verifications: 2,
      expiresAt: later,
      warnedAt: at,
      paidAt: at,
      verifiedAt: null,
      verificationSeenAt: later,
      createdAt: at,
      updatedAt: later,
    },
  ],
  [
    schema.paymentRequests,
    {
      id: 'pr',
      orderId: 'o',
      method: 'crypto',
      network: 'BASE',
      token: 'ETH',
      address: '0xde0001',
      currency: 'ETH',
      decimals: 18,
      amount: '123456789012345678901234567890',
      cents: 2788,
      rate: 1,
      createdAt: at,
      freedAt: null,
    },
  ],
  [
    schema.paymentProofs,
    {
      id: 'pp',
      orderId: 'o',
      userId: 'u',
      hash: '9f86d081',
      width: 1080,
      height: 2000,
      size: 4,
      createdAt: at,
      bytes: Buffer.from([0, 255, 128, 7]),
    },
  ],
  [
    schema.payments,
    {
      id: 'pa',
      orderId: 'o',
      lateOrderId: null,
      source: 'chain',
      sourceId: 'BASE:0xabc:0',
      currency: 'ETH',
      decimals: 18,
      amount: '123456789012345678901234567890',
      worth: 2788,
      cents: 2788,
      payer: 'Ádá ✓',
      text: '7QK 4MZT',
      note: '',
      refundReference: null,
      happenedAt: at,
      state: 'final',
      matchedBy: 'hash',
      matchedAt: later,
      matchedById: null,
      searchText: '  ada ✓',
      createdAt: at,
    },
  ],
  [
    schema.statementFiles,
    {
      id: 'sf',
      name: 'November.csv',
      sha256: 'ab01',
      format: 'csv',
      account: '1234',
      firstDay: '2026-11-01',
      lastDay: null,
      lineCount: 2,
      uploadedById: 'u',
      createdAt: at,
      storedAt: later,
      undoneAt: null,
      prunedAt: null,
    },
  ],
  [
    schema.statementLines,
    {
      id: 'sl',
      fileId: 'sf',
      position: 1,
      fingerprint: 'cd02',
      day: '2026-11-21',
      amount: '743200',
      currency: 'LKR',
      credit: true,
      payer: 'Ádá ✓',
      text: '7QK 4MZT',
      bankRef: '0',
      state: 'applied',
      matchedState: 'sure',
      orderId: 'o',
      candidates: ['o'],
      splits: false,
      why: { text: 'Reference', marks: ['7QK 4MZT'] },
      applied: { result: 'verified', message: 'Verified', verified: true },
      createdAt: at,
    },
  ],
  [schema.csvLayouts, { headerHash: 'ef03', dates: 'dmy', createdAt: at }],
  [
    schema.refunds,
    { id: 'r', orderId: 'o', cents: 100, reason: 'Too much', reference: null, staffId: 'u', createdAt: at },
  ],
  [
    schema.orderLines,
    {
      id: 'ol',
      orderId: 'o',
      position: 0,
      itemId: 'i',
      categoryId: 'c',
      name: 'Net',
      months: 1,
      price: 1299,
      oldPrice: 1999,
      quantity: 2,
      logoLink: '/l',
    },
  ],
  [
    schema.orderEvents,
    { id: 'oe', orderId: 'o', seq: 1, what: 'created', who: 'store', actorId: null, name: '', note: 'n', at },
  ],
  [schema.orderNotes, { id: 'on', orderId: 'o', authorId: 'u', text: 'Called the bank', createdAt: at }],
  [
    schema.pointsEntries,
    {
      id: 'pe',
      userId: 'u',
      source: 'referral',
      orderId: 'o',
      round: 1,
      reversal: true,
      amount: -2788,
      points: -27,
      note: '',
      createdAt: at,
    },
  ],
  [schema.referralCodes, { userId: 'u', code: 'ADA2026', createdAt: at }],
  [schema.referrals, { refereeId: 'u', referrerId: 'u', rewardedOrderId: null, createdAt: at }],
  [
    schema.notifications,
    { id: 'n', userId: 'u', type: 'warning', message: 'm', link: null, read: true, createdAt: at },
  ],
  [
    schema.outbox,
    {
      id: 'm',
      kind: 'order_received',
      dedupe: 'key',
      userId: 'u',
      recipient: 'ada@example.com',
      payload: '{"orderId":"o"}',
      priority: 1,
      state: 'waiting',
      attempts: 2,
      nextAt: later,
      lockedUntil: at,
      lastError: 'ECONNREFUSED',
      createdAt: at,
      sentAt: later,
    },
  ],
  [schema.emailPreferences, { userId: 'u', reminders: false, support: true, alerts: false }],
  [schema.paymentAlerts, { staffId: 'u', orderId: 'o', at }],
  [schema.activity, { id: 'a', userId: 'u', type: 'profile_update', description: 'd', createdAt: at }],
  [
    schema.reviews,
    {
      id: 'r',
      itemId: 'i',
      userId: 'u',
      stars: 5,
      description: 'Good',
      searchText: '  good',
      rank: 11_700_000_000,
      createdAt: at,
      updatedAt: later,
    },
  ],
  [schema.removedReviews, { itemId: 'i', userId: 'u', removedAt: at }],
  [
    schema.audit,
    {
      seq: 1,
      actorId: 'u',
      action: 'order.verify',
      subject: 'order',
      subjectId: 'o',
      before: { paymentStatus: 'paid', deep: { list: [1, null, 'x'] } },
      after: null,
      at,
      previousHash: '',
      hash: 'x',
      searchText: 'order',
    },
  ],
  [schema.storefront, { id: 1, version: 3, figures: { readyMinutes: null }, refreshedAt: at }],
  [schema.streams, { name: 'user:u', seq: 2_000_000_000, oldest: 7 }],
  [schema.streamEvents, { stream: 'user:u', seq: 1, type: 'user.changed', data: '{"a":1}', at }],
  [schema.epochs, { id: 1, epoch: 'e' }],
  [
    schema.processes,
    {
      id: 'node',
      report: {
        version: '0.1.0',
        node: 'v20.20.2',
        startedAt: at.getTime(),
        sockets: 3,
        memoryBytes: 2 ** 40,
        busy: 0.25,
        redis: 'none',
        jobs: [{ name: 'prune', lastMs: 1, slowestMs: 2, failed: false }],
      },
      seenAt: at,
    },
  ],
  [
    schema.chainTransfers,
    { paymentId: 'pa', network: 'BEP20', hash: 'AB', ordinal: 3, block: 7, settledAt: null, heldAt: at, createdAt: at },
  ],
  [schema.chainMarks, { network: 'BEP20', block: 60_000_000 }],
  [schema.chainPause, { id: 1, pausedById: 'u', pausedAt: at }],
  [schema.lastBackup, { id: 1, at, kilobytes: null }],
  [schema.leases, { name: 'startup', holder: 'node', until: later }],
  [
    schema.idempotencyKeys,
    { userId: 'u', route: 'r', key: 'k', bodyHash: 'b', answer: '{}', position: 'e;user=1', createdAt: at },
  ],
  [
    schema.supportConversations,
    {
      userId: 'u',
      status: 'waiting',
      assigneeId: 'u',
      lastSeq: 1,
      lastMessageAt: at,
      waitingSince: null,
      remindAt: later,
      customerUnread: 0,
      staffUnread: 1,
      createdAt: at,
    },
  ],
  [
    schema.supportMessages,
    {
      id: 'm',
      userId: 'u',
      seq: 1,
      senderId: 'u',
      fromStaff: false,
      message: 'Hello\nthere',
      searchText: '  hello  there',
      itemId: 'i',
      orderId: null,
      proofId: null,
      clientId: 'c1',
      read: false,
      createdAt: at,
    },
  ],
  [schema.supportNotes, { id: 'sn', userId: 'u', authorId: 'u', text: 'Wrote in Sinhala: සිංහල', createdAt: at }],
  [
    schema.visitorConversations,
    {
      id: 'v1',
      name: 'Nimal',
      email: 'nimal@example.com',
      searchText: '  nimal',
      status: 'open',
      assigneeId: 'u',
      lastSeq: 1,
      lastMessageAt: at,
      waitingSince: at,
      remindAt: later,
      staffUnread: 1,
      createdAt: at,
    },
  ],
  [
    schema.visitorMessages,
    {
      id: 'vm',
      conversationId: 'v1',
      seq: 1,
      senderId: 'u',
      message: 'Hello\nthere',
      clientId: 'c1',
      read: true,
      delivery: 'failed',
      createdAt: at,
    },
  ],
  [schema.visitorNotes, { id: 'vn', userId: 'v1', authorId: 'u', text: 'Careful', createdAt: at }],
  [
    schema.savedReplies,
    { id: 'sr', title: 'Hello', text: 'Hello {name}', createdAt: at, updatedAt: later, version: 5 },
  ],
]
const fixtures = rows.map(([table, row]) => [getTableName(table), table as AnyTable, row] as const)

it('has a fixture for every table of the schema', () => {
  const tables = Object.values(schema).filter((value) => is(value, SQLiteTable) || is(value, PgTable))
  expect(fixtures.map(([name]) => name).toSorted()).toEqual(tables.map((table) => getTableName(table)).toSorted())
})

it.for(fixtures)('stores and returns every column of %s', async ([, table, row]) => {
  const [returned] = await db
    .insert(table)
    .values(row as never)
    .returning()
  expect(returned).toEqual(row)
  expect(await db.select().from(table)).toEqual([row])
})

it('returns bytes as a Buffer and times as Dates', async () => {
  const [picture] = await db.select().from(schema.pictures)
  expect(picture!.bytes).toBeInstanceOf(Buffer)
  expect(picture!.createdAt).toBeInstanceOf(Date)
})

it('fills in default values', async () => {
  const [user] = await db
    .insert(schema.users)
    .values({ email: 'sam@example.com', passwordHash: 'x', firstName: 'Sam', lastName: 'S' })
    .returning()
  expect(user).toMatchObject({ phone: '', points: 0, currency: 'USD', darkMode: false, isAdmin: false })
  expect(user!.id).toMatch(/^[0-9a-z]{22}$/)
  expect(user!.createdAt).toBeInstanceOf(Date)
})

it('inserts any number of rows with one prepared insert', async () => {
  const insert = preparedInsert('test_activities', schema.activity)
  const many = Array.from({ length: 123 }, (_, i) => ({
    id: `many${i}`,
    userId: 'u',
    type: 'login' as const,
    description: `line ${i}`,
    createdAt: new Date(at.getTime() + i),
  }))
  await db.delete(schema.activity)
  await insert(db, many)
  const read = await db.select().from(schema.activity).orderBy(schema.activity.createdAt)
  expect(read).toEqual(many)
})

it('writes nulls, booleans and JSON with a prepared insert', async () => {
  const rowOf = (table: Table) => rows.find(([fixture]) => fixture === table)![1]
  const insertOrder = preparedInsert('test_orders', schema.orders)
  const insertAudit = preparedInsert('test_audit', schema.audit)
  const second = {
    ...(rowOf(schema.orders) as typeof schema.orders.$inferSelect),
    id: 'o2',
    paymentReference: null,
    referenceReused: false,
    paidAt: null,
    warnedAt: null,
  }
  const action = { ...(rowOf(schema.audit) as typeof schema.audit.$inferSelect), seq: 2 }
  await insertOrder(db, [second])
  await insertAudit(db, [action])
  expect((await db.select().from(schema.orders)).find(({ id }) => id === 'o2')).toEqual(second)
  expect((await db.select().from(schema.audit)).find(({ seq }) => seq === 2)).toEqual(action)
})
