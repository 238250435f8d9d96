import { findPaymentReferences } from '../../shared/orders/payment-reference.ts'
import { maxProposals, type StaffPayment } from '../../shared/payments/staff-schema.ts'
import { type Network, networks } from '../../shared/payments/schema.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type PaymentRow, presentOrderPayment } from './present.ts'
import { readPaymentOrders } from './read-payment-orders.ts'

/** Presents payments with their orders, and those without one with the orders whose reference they name. */
export async function presentPayments(db: Db | Tx, rows: PaymentRow[]): Promise<StaffPayment[]> {
  const named = rows.map(referencesIn)
  const byId = await readPaymentOrders(
    db,
    'id',
    rows.flatMap(({ orderId }) => orderId ?? []),
  )
  const byReference = await readPaymentOrders(db, 'paymentReference', named.flat())
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
function networkOf(
  { source, sourceId, orderId }: PaymentRow,
  orders: Map<string, { network: Network | null }>,
): Network | null {
  if (source !== 'chain') return null
  const found = networks.find((network) => sourceId.startsWith(`${network}:`))
  return found ?? orders.get(orderId ?? '')?.network ?? null
}

/** The references that a payment without an order names. */
const referencesIn = ({ orderId, state, payer, text, note }: PaymentRow) =>
  orderId === null && state !== 'dismissed'
    ? findPaymentReferences(`${text}\n${note}\n${payer}`).slice(0, maxProposals)
    : []
