import {
  activity,
  couponRedemptions,
  coupons,
  notifications,
  orderEvents,
  orderLines,
  orders,
  pointsEntries,
  users,
} from '../../drizzle/schema.ts'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../server/db/transactions.ts'
import type { Env } from '../../server/env.ts'
import { sealNote } from '../../server/orders/delivery.ts'
import { pointsFor } from '../../shared/money.ts'
import type { Change } from '../../shared/order-calls.ts'
import { type Action, move, orderNumber, type OrderState } from '../../shared/orders.ts'
import { methodLabel } from '../../shared/payment.ts'
import type { SeedReview } from './catalogue.ts'
import type { SeededItem } from './insert-catalogue.ts'
import type { SeededAction } from './insert-audit.ts'
import type { Cast } from './insert-people.ts'
import { insertAll } from './insert-all.ts'
import { seedId } from './seed-id.ts'
import { type Step, type Story, tellOrders } from './tell-orders.ts'

type Given = { items: Map<string, SeededItem>; cast: Cast; reviews: SeedReview[]; env: Env; now: number }

/** The rows that a story leaves behind in each table, gathered before they are inserted. */
const emptyRows = () => ({
  orders: [] as (typeof orders.$inferInsert)[],
  lines: [] as (typeof orderLines.$inferInsert)[],
  events: [] as (typeof orderEvents.$inferInsert)[],
  points: [] as (typeof pointsEntries.$inferInsert)[],
  notifications: [] as (typeof notifications.$inferInsert)[],
  activity: [] as (typeof activity.$inferInsert)[],
  actions: [] as SeededAction[],
})
type Rows = ReturnType<typeof emptyRows>

/** Past tense of what the table of shared/orders.ts calls its actions. */
const whatOf: Partial<Record<Action, Change>> = {
  markPaid: 'paid',
  verify: 'verified',
  reject: 'rejected',
  complete: 'completed',
  refund: 'refunded',
  cancel: 'cancelled',
  expire: 'expired',
}

/** @returns every row, with what staff did for the audit to tell */
export async function insertOrders(tx: Tx, { items, cast, reviews, env, now }: Given) {
  const rows = emptyRows()
  for (const story of tellOrders(cast, items, reviews)) live(rows, story, env, now)
  await insertAll(tx, orders, rows.orders)
  await insertAll(tx, orderLines, rows.lines)
  await insertAll(tx, orderEvents, rows.events)
  await insertAll(tx, pointsEntries, rows.points)
  await insertAll(tx, notifications, rows.notifications)
  await insertAll(tx, activity, rows.activity)
  await keepSums(tx, rows)
  return rows
}

/** Lets a story happen, step by step, along the same table of states as any other order. */
function live(rows: Rows, story: Story, env: Env, now: number) {
  const id = seedId(`order ${story.name}`)
  const time = (minutesAgo: number) => new Date(now - minutesAgo * 60_000)
  const created = time(story.minutesAgo)
  const subtotal = story.lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0)
  const discount = story.discount ?? 0
  const happened = (action: Action) => story.steps.find((step) => step.action === action)
  const coupon = discount > 0 ? { couponId: seedId('coupon WELCOME10'), couponCode: 'WELCOME10' } : {}
  let state: OrderState = { paymentStatus: 'pending', orderStatus: 'pending' }
  const customer = { who: 'customer' as const, actorId: story.customer.id, name: story.customer.firstName }
  const note = (seq: number, event: Omit<Rows['events'][number], 'orderId' | 'seq'>) =>
    rows.events.push({ id: seedId(`event ${id} ${seq}`), orderId: id, seq, ...event })

  note(1, { what: 'created', ...customer, at: created })
  if (discount > 0) note(2, { what: 'coupon', ...customer, note: 'WELCOME10 applied', at: created })
  const first = discount > 0 ? 3 : 2
  story.steps.forEach((step, i) => {
    const before = state
    state = move(state, step.action)
    const actor = step.staff
      ? { who: 'staff' as const, actorId: step.staff.id, name: step.staff.firstName }
      : step.action === 'expire'
        ? { who: 'store' as const, actorId: null, name: '' }
        : customer
    const text = step.action === 'markPaid' ? methodLabel(story.method) : (step.note ?? '')
    note(first + i, { what: whatOf[step.action]!, ...actor, note: text, at: time(step.minutesAgo) })
    if (step.staff) {
      rows.actions.push({
        actorId: step.staff.id,
        action: `order.${step.action}`,
        subject: 'order',
        subjectId: id,
        before,
        after: { ...state, ...(step.note && { reason: step.note }) },
        at: time(step.minutesAgo),
      })
    }
    tell(rows, story, id, subtotal - discount, step, { at: time(step.minutesAgo), now })
  })

  const delivery = happened('complete')?.delivery
  rows.orders.push({
    id,
    userId: story.customer.id,
    ...state,
    paymentMethod: story.method,
    subtotal,
    discount,
    total: subtotal - discount,
    ...coupon,
    reference: story.reference ?? null,
    referenceReused: rows.orders.some((other) => story.reference && other.reference === story.reference),
    deliveryNote: delivery ? sealNote(env, id, delivery) : null,
    expiresAt: new Date(created.getTime() + env.expiryHours * 3_600_000),
    paidAt: happened('markPaid') ? time(happened('markPaid')!.minutesAgo) : null,
    verifiedAt: happened('verify') ? time(happened('verify')!.minutesAgo) : null,
    createdAt: created,
    updatedAt: time(story.steps.at(-1)?.minutesAgo ?? story.minutesAgo),
  })
  story.lines.forEach(({ item, quantity }, position) =>
    rows.lines.push({
      id: seedId(`line ${id} ${position}`),
      orderId: id,
      position,
      itemId: item.id,
      categoryId: item.categoryId,
      name: item.name,
      months: item.months,
      price: item.price,
      oldPrice: item.oldPrice,
      quantity,
      logoLink: item.logoLink,
    }),
  )
  rows.activity.push({
    id: seedId(`activity ${id}`),
    userId: story.customer.id,
    type: 'purchase',
    description: `Placed order #${orderNumber(id)}`,
    createdAt: created,
  })
}

/** The points and notifications that a step brings its customer. */
function tell(
  rows: Rows,
  { customer }: Story,
  id: string,
  total: number,
  { action, note }: Step,
  { at, now }: { at: Date; now: number },
) {
  const number = orderNumber(id)
  const notify = (type: 'success' | 'error' | 'warning', message: string, link = `/orders/details/${id}`) =>
    rows.notifications.push({
      id: seedId(`notification ${id} ${rows.notifications.length}`),
      userId: customer.id,
      type,
      message,
      link,
      read: now - at.getTime() > 24 * 3_600_000,
      createdAt: at,
    })
  const earn = (points: number, text: string) =>
    rows.points.push({
      id: seedId(`points ${id} ${points}`),
      userId: customer.id,
      source: 'order',
      orderId: id,
      reversal: points < 0,
      amount: Math.sign(points) * total,
      points,
      note: text,
      createdAt: at,
    })
  if (action === 'verify') {
    notify('success', `Your payment for order #${number} was verified`)
    earn(pointsFor(total), `Order #${number}`)
    notify('success', `You earned ${pointsFor(total)} points for order #${number}`, '/profile?tab=points')
  }
  if (action === 'reject') notify('error', `Your payment for order #${number} could not be verified: ${note}`)
  if (action === 'complete') notify('success', `Your order #${number} is ready`)
  if (action === 'expire') notify('warning', `Your order #${number} was not paid in time and has expired`)
  if (action === 'refund') {
    notify('warning', `Your payment for order #${number} was refunded: ${note}`)
    earn(-pointsFor(total), `Order #${number} was refunded`)
  }
}

/** What is kept beside the rows that it sums up. */
async function keepSums(tx: Tx, rows: Rows) {
  for (const userId of new Set(rows.points.map((entry) => entry.userId))) {
    const points = rows.points.filter((entry) => entry.userId === userId).reduce((sum, entry) => sum + entry.points, 0)
    await tx.update(users).set({ points }).where(eq(users.id, userId))
  }
  const discounted = rows.orders.filter((order) => order.couponId)
  for (const order of discounted) {
    await tx.insert(couponRedemptions).values({ orderId: order.id!, couponId: order.couponId!, userId: order.userId })
    await tx
      .update(coupons)
      .set({ uses: sql`${coupons.uses} + 1` })
      .where(eq(coupons.id, order.couponId!))
  }
}
