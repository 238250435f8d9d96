import { eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { formatMoney } from '../../shared/money.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { Order, OrderEventType } from '../../shared/orders/schema.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { methodLabel, type PaymentMethod, type TransferAccounts } from '../../shared/payments/schema.ts'
import { bankTransfer, binanceTransfer, type TransferField } from '../../shared/payments/transfer.ts'
import type { Db } from '../db/transactions.ts'
import type { Env } from '../env.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { Block, EmailContent } from '../mail/content.ts'
import type { EmailKind } from '../outbox/email-kinds.ts'
import { formatUtc } from './format-utc.ts'
import { presentOrder } from './present.ts'

type OrderEmail = Extract<EmailKind, `order_${string}`>
type Settings = Pick<Env, 'publicUrl' | 'transferAccounts' | 'isProduction'>

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
  settings: Settings,
  kind: OrderEmail,
  orderId: string,
  now: Date,
): Promise<EmailContent | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!row) return null
  return contentOf[kind](await presentOrder(db, row), settings, now)
}

type Render = (order: Order, settings: Settings, now: Date) => EmailContent | null

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
            : 'We have your order, and you have told us that you paid. We will email you as soon as the payment is verified.',
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
          ? "What you ordered waits for you on your order's page. To keep it safe, it isn't in this email: log in to open it."
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
      paragraph(`We could not match a transfer to your order of ${formatMoney(order.total)}, so the order is closed.`),
      ...reason(order, 'rejected'),
      paragraph(
        "If you have sent the money, don't send it again. Write to support with the date, the amount and a proof of your transfer, and we will look again. If you haven't sent it, you can place a new order at any time.",
      ),
      button('Write to support', `${settings.publicUrl}/support`),
      button('View your order', url(order, settings)),
    ],
  }),
  order_refunded: (order, settings) => ({
    ...about(order, settings),
    subject: `Payment for order #${orderNumber(order._id)} refunded`,
    heading: 'Your payment was refunded',
    blocks: [
      paragraph(
        `We have refunded your payment of ${formatMoney(order.total)}. The points that the order earned were taken back.`,
      ),
      ...reason(order, 'refunded'),
      paragraph("If the money doesn't reach you, write to support."),
      button('View your order', url(order, settings)),
    ],
  }),
  order_expiring(order, settings, now) {
    if (order.paymentStatus !== 'pending' || order.expiresAt <= now.getTime()) return null
    return {
      ...about(order, settings),
      subject: `Order #${orderNumber(order._id)} expires soon`,
      heading: 'Your order is not paid yet',
      blocks: [
        paragraph(`Your order of ${formatMoney(order.total)} expires on ${formatUtc(order.expiresAt)}.`),
        paragraph('If you have sent the money, open the order and mark it as paid, so that we look for the transfer.'),
        button('Open your order', payUrl(order, settings)),
      ],
    }
  },
}

const about = (order: Order, { publicUrl }: Settings) => ({
  label: `Order #${orderNumber(order._id)}`,
  footer: `You get this email because you placed this order at ${new URL(publicUrl).host}.`,
})

const paragraph = (text: string): Block => ({ type: 'text', text })
const button = (label: string, address: string): Block => ({ type: 'button', label, url: address })
const url = ({ _id }: Order, { publicUrl }: Settings) => `${publicUrl}/orders/details/${_id}`
const payUrl = ({ _id }: Order, { publicUrl }: Settings) => `${publicUrl}/orders/${_id}`

const receipt = ({ items, subtotal, discountAmount, total }: Order): Block => ({
  type: 'receipt',
  lines: items.map(({ name, duration, quantity, subtotal: amount }) => ({
    name,
    detail: `${duration === 1 ? '1 month' : `${duration} months`}${quantity > 1 ? ` × ${quantity}` : ''}`,
    amount: formatMoney(amount),
  })),
  totals: [
    ...(discountAmount > 0
      ? ([
          ['Subtotal', formatMoney(subtotal)],
          ['Discount', formatMoney(-discountAmount)],
        ] as [string, string][])
      : []),
    ['Total', formatMoney(total)],
  ],
})

/** How to pay with the method the order has, and what to write so that the transfer is found. */
function transferBlocks(order: Order, { transferAccounts, isProduction }: Settings): Block[] {
  const number = orderNumber(order._id)
  return [
    ...(isProduction
      ? []
      : [
          {
            type: 'note',
            tone: 'waiting',
            title: 'This is a demo store',
            text: "The accounts below are made up. Don't send any money to them.",
          } as const,
        ]),
    {
      type: 'details',
      title: `How to pay: ${methodLabel(order.paymentMethod)}`,
      rows: transferRows(order.paymentMethod, transferAccounts, order.total, number),
    },
    paragraph(referenceTexts[order.paymentMethod](number)),
    paragraph(
      'Once the money is sent, open your order and mark it as paid. To pay another way or to use a coupon, open your order first: it always shows the amount to send and where to.',
    ),
  ]
}

function transferRows(method: PaymentMethod, accounts: TransferAccounts, total: number, number: string) {
  if (method === 'bank') return rowsOf(bankTransfer(accounts, total, number).fields)
  if (method === 'binance') return rowsOf(binanceTransfer(accounts, total, number).fields)
  const amount: [string, string] = ['Send exactly', `${formatMoney(total).slice(1)} USDT or USDC`]
  const addresses = accounts.crypto.map(({ network, tokens, address }): [string, string] => [
    `${network}: ${tokens.join(', ')}`,
    address,
  ])
  return [amount, ...addresses]
}

const rowsOf = (fields: TransferField[]) =>
  fields.map(({ label, value }, index): [string, string] => [index === 0 ? 'Send exactly' : label, value])

const referenceTexts: Record<PaymentMethod, (number: string) => string> = {
  bank: (number) => `Write ${number} as the message of your transfer: that is how we find your payment.`,
  binance: (number) => `Write ${number} as the note of your payment: that is how we find it.`,
  crypto: () =>
    'Send to one of these addresses, each on its own network: money sent on another network is lost. In ETH or BNB, send the same value. Keep the transaction hash: you enter it when you mark the order as paid.',
}

/** The reason that staff gave. */
function reason({ history }: Order, event: OrderEventType): Block[] {
  const note = history.findLast(({ what }) => what === event)?.note
  return note ? [{ type: 'quote', label: 'Reason', text: note }] : []
}
