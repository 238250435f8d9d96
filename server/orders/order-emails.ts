import { eq } from 'drizzle-orm'
import { orders, users } from '../../drizzle/schema.ts'
import { formatAmount } from '../../shared/payments/amounts.ts'
import { formatMoney } from '../../shared/money.ts'
import { orderNumber, surplusOf } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { amountsOf } from '../../shared/payments/order-amounts.ts'
import { needsProof } from '../../shared/payments/proof-schema.ts'
import { restOf } from '../../shared/payments/rest.ts'
import type { Db } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { EmailContent } from '../mail/content.ts'
import type { EmailKind } from '../outbox/email-kinds.ts'
import { formatUtc } from './format-utc.ts'
import {
  about,
  button,
  type EmailSettings,
  paragraph,
  payUrl,
  reason,
  receipt,
  refundTime,
  transferBlocks,
  url,
} from './order-email-blocks.ts'
import { presentOrder } from './present.ts'

type OrderEmail = Extract<EmailKind, `order_${string}`>

/** Queues an email about the money of an order, once for what has arrived by then, or for one payment. */
export async function emailAboutMoney(
  { tx, mail }: MutationContext,
  kind: Extract<OrderEmail, 'order_short' | 'order_over' | 'order_late'>,
  { id, userId, received }: typeof orders.$inferSelect,
  about = String(received),
) {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  mail({ kind, to: user!.email, userId, payload: { orderId: id }, dedupe: `${kind} ${id} ${about}` })
}

/** Queues an email to an order's customer, and returns the order. */
export function emailCustomer({ mail }: MutationContext, kind: OrderEmail, order: StaffOrder): StaffOrder {
  const { _id, email } = order.customer
  mail({ kind, to: email, userId: _id, payload: { orderId: order._id } })
  return order
}

/**
 * Renders an email about an order as the order is now, because it may have waited for hours.
 * @returns null when it no longer applies: nobody should pay for a cancelled order
 */
export async function renderOrderEmail(
  db: Db,
  settings: EmailSettings,
  kind: OrderEmail,
  orderId: string,
  now: Date,
): Promise<EmailContent | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!row) return null
  return contentOf[kind](await presentOrder(db, row), settings, now)
}

type Render = (order: Order, settings: EmailSettings, now: Date) => EmailContent | null

const contentOf: Record<OrderEmail, Render> = {
  order_received(order, settings) {
    if (order.paymentStatus === 'cancelled' || order.paymentStatus === 'failed') return null
    const number = orderNumber(order._id)
    const isPending = order.paymentStatus === 'pending'
    return {
      ...about(order, settings),
      subject: `Order #${number} received`,
      heading: 'Thank you for your order',
      blocks: [
        paragraph(
          isPending
            ? `We have your order. Please pay by ${formatUtc(order.expiresAt)}; after that it expires.`
            : 'We have your order, and you have marked it as paid. We will email you as soon as the payment is verified.',
        ),
        receipt(order),
        ...(isPending ? transferBlocks(order, settings) : []),
        button(
          isPending ? 'Open your order' : 'View your order',
          isPending ? payUrl(order, settings) : url(order, settings),
        ),
      ],
    }
  },
  order_verified: (order, settings) => ({
    ...about(order, settings),
    subject: `Payment verified for order #${orderNumber(order._id)}`,
    heading: 'Your payment has arrived',
    blocks: [
      paragraph(
        `We have verified your payment of ${formatMoney(order.total)}. We are preparing your order now and will email you when it is ready.`,
      ),
      receipt(order),
      button('View your order', url(order, settings)),
    ],
  }),
  order_ready: (order, settings) => ({
    ...about(order, settings),
    subject: `Order #${orderNumber(order._id)} is ready`,
    heading: 'Your order is ready',
    blocks: [
      paragraph(
        order.hasDelivery
          ? "Your delivery is waiting on your order's page. To keep it safe, it isn't in this email: log in to open it."
          : 'Everything is delivered. Thank you for your order.',
      ),
      button('Open your order', url(order, settings)),
      receipt(order),
    ],
  }),
  order_rejected: (order, settings) => ({
    ...about(order, settings),
    subject: `Payment for order #${orderNumber(order._id)} not verified`,
    heading: 'We could not verify your payment',
    blocks: [
      paragraph(`We could not match a transfer to your order of ${formatMoney(order.total)}, so we have closed it.`),
      ...reason(order, 'rejected'),
      paragraph(
        "If you have sent the money, don't send it again. Open your order and send us the reference of your transfer, or a picture of it, and we will look again. If you haven't sent it, you can place a new order at any time.",
      ),
      button('Open your order', url(order, settings)),
      button('Write to support', `${settings.publicUrl}/support`),
    ],
  }),
  order_refunded(order, settings) {
    const isWhole = order.paymentStatus === 'refunded'
    const amount = formatMoney(order.refunded)
    return {
      ...about(order, settings),
      subject: `Payment for order #${orderNumber(order._id)} ${isWhole ? 'refunded' : 'refunded in part'}`,
      heading: isWhole ? 'Your payment was refunded' : 'Part of your payment was refunded',
      blocks: [
        paragraph(
          isWhole
            ? `We have refunded your payment of ${amount}. The points that the order earned were taken back.`
            : `We have refunded ${amount} of your payment so far.`,
        ),
        ...reason(order, isWhole ? 'refunded' : 'part_refunded'),
        paragraph("If the money doesn't reach you, write to support."),
        button('View your order', url(order, settings)),
      ],
    }
  },
  order_short(order, settings) {
    if (restOf(order) === 0) return null
    const { received, total, missing } = plainAmounts(order)
    return {
      ...about(order, settings),
      subject: `${missing} is missing for order #${orderNumber(order._id)}`,
      heading: `${missing} is missing`,
      blocks: [
        paragraph(`${received} of ${total} has arrived for your order. Banks and exchanges sometimes keep a fee.`),
        ...(order.rest
          ? [
              paragraph(
                `Please send the rest, exactly ${formatAmount(order.rest.amount, order.rest.currency).replaceAll('\u00a0', ' ')}. Your order's page says where to; what has arrived already counts.`,
              ),
            ]
          : [paragraph("Please send the rest. Your order's page says where to; what has arrived already counts.")]),
        button('Send the rest', url(order, settings)),
      ],
    }
  },
  order_over(order, settings) {
    if (surplusOf(order) === 0) return null
    const { received, total, surplus } = plainAmounts(order)
    return {
      ...about(order, settings),
      subject: `You sent ${surplus} too much for order #${orderNumber(order._id)}`,
      heading: `You sent ${surplus} too much`,
      blocks: [
        paragraph(
          `${received} has arrived for your order of ${total}. We will send ${surplus} back to you${refundTime(settings)}; your order goes on as it is.`,
        ),
        button('View your order', url(order, settings)),
      ],
    }
  },
  order_late(order, settings) {
    const late = (order.late ?? []).filter(({ state }) => state === 'final')
    const amounts = [
      ...(order.received > 0 ? [plainAmounts(order).received] : []),
      ...late.map(({ amount, currency }) => formatAmount(amount, currency).replaceAll('\u00a0', ' ')),
    ]
    if (amounts.length === 0 || (order.paymentStatus !== 'cancelled' && order.paymentStatus !== 'failed')) return null
    return {
      ...about(order, settings),
      subject: `Your money for order #${orderNumber(order._id)} arrived late`,
      heading: 'Your money has arrived, but late',
      blocks: [
        paragraph(
          `${amounts.join(' and ')} has arrived for your order after it was closed. Your money is not lost: a member of staff reopens the order or sends the money back${refundTime(settings)}.`,
        ),
        paragraph("Please don't send it again. We will tell you what happens next."),
        button('View your order', url(order, settings)),
      ],
    }
  },
  order_proof_requested(order, settings) {
    if (!needsProof(order)) return null
    return {
      ...about(order, settings),
      subject: `A picture of your transfer for order #${orderNumber(order._id)}`,
      heading: 'Please show us your transfer',
      blocks: [
        paragraph(
          `We are looking for your transfer of ${formatMoney(order.total)} and can't tell it from others yet. A screenshot or photo of its confirmation helps us find it.`,
        ),
        paragraph('Open your order and add the picture there. Only our staff and you can see it.'),
        button('Add a picture', url(order, settings)),
      ],
    }
  },
  order_expiring(order, settings, now) {
    if (order.paymentStatus !== 'pending' || order.expiresAt <= now.getTime()) return null
    return {
      ...about(order, settings),
      subject: `Order #${orderNumber(order._id)} expires soon`,
      heading: 'Your order is not paid yet',
      blocks: [
        paragraph(`Your order of ${formatMoney(order.total)} expires on ${formatUtc(order.expiresAt)}.`),
        paragraph(
          'If you have already sent the money, open the order and mark it as paid, so that we can look for the transfer.',
        ),
        button('Open your order', payUrl(order, settings)),
      ],
    }
  },
}

/** With ordinary spaces, because subjects are plain text. */
function plainAmounts(order: Order) {
  const { received, total, missing, surplus } = amountsOf(order, formatMoney)
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  return { received: plain(received), total: plain(total), missing: plain(missing), surplus: plain(surplus) }
}
