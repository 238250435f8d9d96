import { eq, inArray } from 'drizzle-orm'
import { orders, paymentRequests } from '../../drizzle/schema.ts'
import { findPaymentReferences } from '../../shared/orders/payment-reference.ts'
import { maxProposals, type PaymentOrder, type StaffPayment } from '../../shared/payments/staff-schema.ts'
import { type Network, networks } from '../../shared/payments/schema.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type PaymentRow, presentOrderPayment } from './present.ts'

/** Presents payments with their orders, and those without one with the orders whose reference they name. */
export async function presentPayments(db: Db | Tx, rows: PaymentRow[]): Promise<StaffPayment[]> {
  const named = rows.map(referencesIn)
  const byId = await readOrders(
    db,
    'id',
    rows.flatMap(({ orderId }) => orderId ?? []),
  )
  const byReference = await readOrders(db, 'paymentReference', named.flat())
  return rows.map((row, index) => ({
    ...presentOrderPayment(row),
    order: row.orderId === null ? null : byId.get(row.orderId)!.order,
    proposals: named[index]!.flatMap((reference) => byReference.get(reference)?.order ?? []),
    payer: row.payer,
    text: row.text,
    network: networkOf(row, byId),
    note: row.note,
    refundReference: row.refundReference,
    matchedBy: row.matchedBy,
    recordedAt: row.createdAt.getTime(),
  }))
}

/** Publishes a payment to staff. */
export async function publishPayment({ tx, publish }: MutationContext, row: PaymentRow): Promise<StaffPayment> {
  const [payment] = await presentPayments(tx, [row])
  publish('staff', { type: 'payment.changed', data: { payment: payment! } })
  return payment!
}

/** Where a transaction was found, or for one that staff checked by hand, where its order was asked for it. */
function networkOf({ source, sourceId, orderId }: PaymentRow, orders: Map<string, NamedOrder>): Network | null {
  if (source !== 'chain') return null
  const found = networks.find((network) => sourceId.startsWith(`${network}:`))
  return found ?? orders.get(orderId ?? '')?.network ?? null
}

type NamedOrder = { order: PaymentOrder; network: Network | null }

/** The references that a payment without an order names. */
const referencesIn = ({ orderId, state, payer, text, note }: PaymentRow) =>
  orderId === null && state !== 'dismissed'
    ? findPaymentReferences(`${text}\n${note}\n${payer}`).slice(0, maxProposals)
    : []

async function readOrders(db: Db | Tx, key: 'id' | 'paymentReference', values: string[]) {
  const found = new Map<string, NamedOrder>()
  if (values.length === 0) return found
  const rows = await db
    .select({
      key: orders[key],
      _id: orders.id,
      paymentStatus: orders.paymentStatus,
      orderStatus: orders.orderStatus,
      network: paymentRequests.network,
    })
    .from(orders)
    .leftJoin(paymentRequests, eq(paymentRequests.id, orders.requestId))
    .where(inArray(orders[key], values))
  for (const { key: value, network, ...order } of rows) found.set(value!, { order, network })
  return found
}
