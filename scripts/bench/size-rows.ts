import { newId } from '../../drizzle/kit.ts'
import { customerSearchText } from '../../server/accounts/search-columns.ts'
import { searchColumns } from '../../server/catalogue/search-columns.ts'
import { newPaymentReference } from '../../shared/orders/payment-reference.ts'
import { referenceKey } from '../../shared/orders/reference.ts'
import { searchText } from '../../shared/search-text.ts'

export type Row = Record<string, unknown>
/** Rows of the seeded store, as the patterns of all others. */
export type Patterns = Record<'categories' | 'items' | 'users' | 'orders' | 'order_lines' | 'order_events', Row[]>

export const sizes = {
  items: 50_000,
  users: 100_000,
  orders: 200_000,
  notifications: 1_000_000,
  events: 1_000_000,
  conversations: 20_000,
}
/** A customer with many orders, conversations and notifications. */
export const busyUserId = newId(0)
const busyUserOrders = 5000

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const words =
  `premium cloud music video learning privacy security office design hosting fitness game reading social developer
  assistant family annual monthly plan pro plus basic student team`.split(/\s+/)
/** Deterministic, so that two runs measure the same rows. */
const wordAt = (n: number) => words[(Math.imul(n, 2_654_435_761) >>> 16) % words.length]!
const statuses = [
  ['verified', 'completed'],
  ['verified', 'completed'],
  ['cancelled', 'failed'],
  ['verified', 'completed'],
  ['refunded', 'completed'],
] as const

/** What the pattern of an order may have and these don't. */
const emptyOrder: Row = Object.fromEntries(
  'coupon_id coupon_code verified_hash claimed_by claimed_at claim_until delivery_note delivery_opened_at delivery_changed_at delivery_reopened_at warned_at verification_seen_at'
    .split(' ')
    .map((column) => [column, null]),
)

/** The rows of every table, generated as they are read. `now` is the newest time. */
export function* generateRows(patterns: Patterns, now: number): Generator<[table: string, row: Row]> {
  const [item, user] = [patterns.items[0]!, patterns.users[0]!]
  const itemIds: string[] = []
  for (let n = 0; n < sizes.items; n += 1) {
    const at = new Date(now - n * minuteMs)
    const name = `${wordAt(n)} ${wordAt(n + 7)} ${n}`
    const shortDescription = Array.from({ length: 20 }, (_, i) => wordAt(n + i * 3)).join(' ')
    const category = patterns.categories[n % patterns.categories.length]!
    const { sortName, ...text } = searchColumns({ name, shortDescription })
    itemIds.push(newId(at.getTime()))
    yield [
      'items',
      {
        ...item,
        ...toSnakeCase(text),
        id: itemIds.at(-1),
        category_id: category.id,
        name,
        sort_name: sortName,
        short_description: shortDescription,
        price: 100 + ((n * 37) % 9000),
        old_price: null,
        rating: 0,
        review_count: 0,
        stars_sum: 0,
        created_at: at,
        updated_at: at,
      },
    ]
  }
  const userIds: string[] = []
  for (let n = 0; n < sizes.users; n += 1) {
    const at = new Date(now - n * minuteMs)
    const [firstName, lastName, email] = [`Person${n}`, `Silva${n % 999}`, `person${n}@example.net`]
    userIds.push(n === 0 ? busyUserId : newId(at.getTime()))
    yield [
      'users',
      {
        ...user,
        id: userIds.at(-1),
        email,
        first_name: firstName,
        last_name: lastName,
        search_text: customerSearchText({ firstName, lastName, email }),
        is_admin: false,
        points: 0,
        created_at: at,
        updated_at: at,
      },
    ]
  }
  const references = new Set(patterns.orders.map(({ payment_reference: reference }) => String(reference)))
  for (let n = 0; n < sizes.orders; n += 1) yield* generateOrder(patterns, n, now, itemIds, userIds, references)
  for (let n = 0; n < sizes.notifications; n += 1) {
    const at = now - n * 1000
    yield [
      'notifications',
      {
        id: newId(at),
        user_id: n < sizes.notifications / 10 ? busyUserId : userIds[n % userIds.length],
        type: 'info',
        message: `Your payment for order #${n} was verified`,
        link: '/orders',
        read: n % 2 === 1 && n >= sizes.notifications / 10,
        created_at: new Date(at),
      },
    ]
  }
  yield* generateEvents(now, userIds)
  for (let n = 0; n < sizes.conversations; n += 1) yield* generateConversation(n, now, userIds[n]!)
}

/** A payment reference that isn't among those taken, and is from then on. */
function takeReference(taken: Set<string>): string {
  for (;;) {
    const reference = newPaymentReference()
    if (!taken.has(reference)) {
      taken.add(reference)
      return reference
    }
  }
}

function* generateOrder(
  patterns: Patterns,
  n: number,
  now: number,
  itemIds: string[],
  userIds: string[],
  references: Set<string>,
): Generator<[string, Row]> {
  const at = now - n * minuteMs
  const date = new Date(at)
  const id = newId(at)
  const [paymentStatus, orderStatus] =
    n % 100 === 0
      ? (['paid', 'pending'] as const)
      : n % 100 === 1
        ? (['pending', 'pending'] as const)
        : statuses[n % 5]!
  const hasPaid = paymentStatus !== 'pending' && paymentStatus !== 'cancelled'
  const isVerified = paymentStatus === 'verified' || paymentStatus === 'refunded'
  const userId = n % (sizes.orders / busyUserOrders) === 0 ? busyUserId : userIds[n % userIds.length]!
  const reference = hasPaid ? `REF ${n}` : null
  const total = 200 + ((n * 37) % 9000)
  yield [
    'orders',
    {
      ...patterns.orders[0],
      ...emptyOrder,
      id,
      user_id: userId,
      payment_status: paymentStatus,
      order_status: orderStatus,
      payment_method: (['bank', 'binance', 'crypto'] as const)[n % 3],
      subtotal: total,
      total,
      list_total: total,
      fees: 0,
      discount: 0,
      payment_reference: takeReference(references),
      reference,
      reference_key: reference && referenceKey(reference),
      reference_reused: false,
      expires_at: new Date(now + 72 * hourMs),
      paid_at: hasPaid ? new Date(at + minuteMs) : null,
      verified_at: isVerified ? new Date(at + 10 * minuteMs) : null,
      created_at: date,
      updated_at: date,
    },
  ]
  for (let position = 0; position < 2; position += 1) {
    yield [
      'order_lines',
      {
        ...patterns.order_lines[0],
        id: newId(at),
        order_id: id,
        position,
        item_id: itemIds[(n * 7 + position) % itemIds.length],
        price: Math.floor(total / 2),
        old_price: null,
        quantity: 1,
      },
    ]
  }
  for (const [i, what] of ['created', 'paid', 'verified'].entries()) {
    yield [
      'order_events',
      {
        id: newId(at),
        order_id: id,
        seq: i + 1,
        what,
        who: 'customer',
        actor_id: userId,
        name: '',
        note: '',
        at: date,
      },
    ]
  }
}

function* generateEvents(now: number, userIds: string[]): Generator<[string, Row]> {
  const heads = new Map<string, number>()
  const data = JSON.stringify({ order: { padding: 'x'.repeat(900) }, change: 'paid' })
  for (let n = 0; n < sizes.events; n += 1) {
    const stream = n % 2 === 1 ? `user:${userIds[n % 5000]}` : n % 10 === 0 ? 'bench:catalogue' : 'bench:staff'
    const seq = (heads.get(stream) ?? 0) + 1
    heads.set(stream, seq)
    yield ['stream_events', { stream, seq, type: 'order.changed', data, at: new Date(now - hourMs + n) }]
  }
  for (const [name, seq] of heads) yield ['streams', { name, seq, oldest: 1 }]
}

function* generateConversation(n: number, now: number, userId: string): Generator<[string, Row]> {
  const at = new Date(now - n * 1000)
  const isOpen = n % 10 === 0
  yield [
    'support_conversations',
    {
      user_id: userId,
      status: isOpen ? 'open' : 'resolved',
      assignee_id: null,
      last_seq: 10,
      last_message_at: at,
      waiting_since: isOpen ? at : null,
      customer_unread: 0,
      staff_unread: isOpen ? 1 : 0,
      created_at: at,
    },
  ]
  for (let seq = 1; seq <= 10; seq += 1) {
    const message = `${wordAt(n + seq)} ${wordAt(n * 3 + seq)} question ${n} ${seq}`
    yield [
      'support_messages',
      {
        id: newId(at.getTime()),
        user_id: userId,
        seq,
        sender_id: userId,
        from_staff: false,
        message,
        search_text: searchText(message),
        item_id: null,
        order_id: null,
        client_id: null,
        read: true,
        created_at: at,
      },
    ]
  }
}

const toSnakeCase = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )
