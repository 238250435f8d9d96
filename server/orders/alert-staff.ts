import { and, asc, eq, exists, gt, inArray, lte, ne } from 'drizzle-orm'
import { emailPreferences, orders, paymentAlerts, users } from '../../drizzle/schema.ts'
import { formatMoney } from '../../shared/money.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { methodLabel } from '../../shared/payments/schema.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Db } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { EmailContent } from '../mail/content.ts'
import { formatUtc } from './format-utc.ts'

const minuteMs = 60_000
/** How long a payment waits before staff are alerted, and how long each of them is left alone after an alert. */
const waitMs = 15 * minuteMs
const quietMs = 60 * minuteMs
const maxPayments = 50

const isWaitingSince = (now: Date) =>
  and(eq(orders.paymentStatus, 'paid'), lte(orders.paidAt, new Date(now.getTime() - waitMs)))

/** Whether a payment has waited so long that staff should hear of it if none of them is online. */
export async function hasLongWaitingPayment(db: Db, now = new Date()): Promise<boolean> {
  const rows = await db.select({ id: orders.id }).from(orders).where(isWaitingSince(now)).limit(1)
  return rows.length > 0
}

/** Emails each member of staff the payments that wait: each payment once, and at most one email an hour. */
export async function alertStaff(ctx: MutationContext, now = ctx.now) {
  const { tx } = ctx
  const payments = await tx
    .select({ id: orders.id, userId: orders.userId })
    .from(orders)
    .where(isWaitingSince(now))
    .orderBy(asc(orders.paidAt), asc(orders.id))
    .limit(maxPayments)
  const staff = await tx
    .select({ id: users.id, email: users.email, wantsAlerts: emailPreferences.alerts })
    .from(users)
    .leftJoin(emailPreferences, eq(emailPreferences.userId, users.id))
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.id))
  for (const { id: staffId, email, wantsAlerts } of staff) {
    if (wantsAlerts === false) continue
    // Nobody decides on their own payment.
    const orderIds = payments.filter(({ userId }) => userId !== staffId).map(({ id }) => id)
    const added = (await wasAlertedRecently(ctx, staffId, now)) ? [] : await addAlerts(ctx, staffId, orderIds, now)
    if (added.length === 0) continue
    ctx.mail({
      kind: 'payment_waiting',
      to: email,
      userId: staffId,
      payload: { orderIds: added },
      // Of two processes that do this at the same time, one sends.
      dedupe: `payment_waiting ${staffId} ${Math.floor(now.getTime() / quietMs)}`,
    })
  }
}

async function wasAlertedRecently({ tx }: MutationContext, staffId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - quietMs)
  const rows = await tx
    .select({ orderId: paymentAlerts.orderId })
    .from(paymentAlerts)
    .where(and(eq(paymentAlerts.staffId, staffId), gt(paymentAlerts.at, since)))
    .limit(1)
  return rows.length > 0
}

/** @returns the orders that this member of staff had not been alerted to */
async function addAlerts({ tx }: MutationContext, staffId: string, orderIds: string[], at: Date): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await tx
    .insert(paymentAlerts)
    .values(orderIds.map((orderId) => ({ staffId, orderId, at })))
    .onConflictDoNothing()
    .returning({ orderId: paymentAlerts.orderId })
  return rows.map(({ orderId }) => orderId)
}

/** @returns null when none of the payments waits any more */
export async function renderPaymentAlert(
  db: Db,
  publicUrl: string,
  orderIds: string[],
  now: Date,
): Promise<EmailContent | null> {
  const waiting = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, orderIds), eq(orders.paymentStatus, 'paid')))
    .orderBy(asc(orders.paidAt), asc(orders.id))
  if (waiting.length === 0) return null
  const subject =
    waiting.length === 1
      ? 'A payment is waiting to be verified'
      : `${waiting.length} payments are waiting to be verified`
  return {
    subject,
    heading: subject,
    blocks: [
      { type: 'text', text: 'No member of staff is online.' },
      {
        type: 'details',
        rows: waiting.map(({ id, paymentMethod, total, paidAt }) => [
          `Order #${orderNumber(id)}, ${methodLabel(paymentMethod)}, paid ${formatUtc(paidAt!.getTime())}`,
          `${formatMoney(total)}, ${formatWait(now.getTime() - paidAt!.getTime())}`,
        ]),
      },
      { type: 'button', label: 'Open the payments', url: `${publicUrl}/admin/payments` },
    ],
    footer: 'You get this email because you are staff. You can turn it off in your profile.',
  }
}

function formatWait(ms: number) {
  const minutes = Math.floor(ms / minuteMs)
  return minutes < 60 ? `waiting ${minutes} min` : `waiting ${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Forgets alerts of payments that no longer wait: they can't be alerted to again. */
export async function pruneAlerts(db: Db, now = new Date()) {
  const decided = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, paymentAlerts.orderId), ne(orders.paymentStatus, 'paid')))
  const before = new Date(now.getTime() - quietMs)
  const { staffId, orderId } = paymentAlerts
  await deleteInBatches(db, paymentAlerts, [staffId, orderId], and(lte(paymentAlerts.at, before), exists(decided))!)
}
