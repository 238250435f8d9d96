import { formatMoney } from '../../shared/money.ts'
import { formatPaymentReference } from '../../shared/orders/payment-reference.ts'
import { endsAt } from '../../shared/orders/ends-at.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { Order, OrderEventType, OrderLine } from '../../shared/orders/schema.ts'
import { amountDue } from '../../shared/payments/amounts.ts'
import { methodLabel, type PaymentMethod, type TransferAccounts } from '../../shared/payments/schema.ts'
import { networkLabel } from '../../shared/payments/progress.ts'
import { bankTransfer, binanceTransfer, type TransferField } from '../../shared/payments/transfer.ts'
import type { Env } from '../env.ts'
import { readRefundTerms } from '../config/content-pages.ts'
import type { Block } from '../mail/content.ts'
import { formatUtcDate } from './format-utc.ts'

export type EmailSettings = Pick<Env, 'publicUrl' | 'transferAccounts' | 'isProduction' | 'content'>

/** What stands above and below every email about an order. */
export const about = (order: Order, { publicUrl }: EmailSettings) => ({
  label: `Order #${orderNumber(order._id)}`,
  footer: `You get this email because you placed this order at ${new URL(publicUrl).host}.`,
})

/** How soon the owner says money is sent back, at the end of a sentence: ' within three working days', or ''. */
export function refundTime({ content }: EmailSettings): string {
  const { within } = readRefundTerms(content)
  return within === null ? '' : ` within ${within}`
}

export const paragraph = (text: string): Block => ({ type: 'text', text })
export const button = (label: string, address: string): Block => ({ type: 'button', label, url: address })
export const url = ({ _id }: Order, { publicUrl }: EmailSettings) => `${publicUrl}/orders/details/${_id}`
export const payUrl = ({ _id }: Order, { publicUrl }: EmailSettings) => `${publicUrl}/orders/${_id}`

export const receipt = (order: Order): Block => ({
  type: 'receipt',
  lines: order.items.map((line) => ({
    name: line.name,
    detail: describeLine(line, endsAt(order, line)),
    amount: formatMoney(line.subtotal),
  })),
  totals: [
    ...(order.discountAmount > 0
      ? ([
          ['Subtotal', formatMoney(order.subtotal)],
          ['Discount', formatMoney(-order.discountAmount)],
        ] as [string, string][])
      : []),
    ['Total', formatMoney(order.total)],
  ],
})

/** '3 months × 2', once it is delivered '12 months, runs until 18 Nov 2027'. */
function describeLine({ duration, quantity }: OrderLine, end: number | null): string {
  const time = duration === 1 ? '1 month' : `${duration} months`
  return `${time}${quantity > 1 ? ` × ${quantity}` : ''}${end === null ? '' : `, runs until ${formatUtcDate(end)}`}`
}

/** How to pay with the method the order has, and what to write so that the transfer is found. */
export function transferBlocks(order: Order, { transferAccounts, isProduction }: EmailSettings): Block[] {
  const reference = formatPaymentReference(order.reference)
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
      rows: transferRows(order, transferAccounts),
    },
    paragraph(referenceTexts[order.paymentMethod](reference)),
    paragraph(
      'Once the money is sent, open your order and mark it as paid. To pay another way or to use a coupon, open your order first: it always shows the amount to send and where to.',
    ),
  ]
}

function transferRows({ paymentMethod, total, reference }: Order, accounts: TransferAccounts) {
  const dueAs = (method: PaymentMethod) => ({ amount: amountDue(method, total), reference })
  if (paymentMethod === 'bank') return rowsOf(bankTransfer(accounts.bank, dueAs('bank')).fields)
  if (paymentMethod === 'binance') return rowsOf(binanceTransfer(accounts.binance, dueAs('binance')).fields)
  const amount: [string, string] = ['Send exactly', `${formatMoney(total).slice(1)} USDT or USDC`]
  const addresses = accounts.crypto.map(({ network, tokens, address }): [string, string] => [
    `${networkLabel(network)}: ${tokens.join(', ')}`,
    address,
  ])
  return [amount, ...addresses]
}

const rowsOf = (fields: TransferField[]) =>
  fields.map(({ label, value }, index): [string, string] => [index === 0 ? 'Send exactly' : label, value])

const referenceTexts: Record<PaymentMethod, (reference: string) => string> = {
  bank: (reference) =>
    `Write ${reference} as the message of your transfer: it is your payment code, by which we find the transfer.`,
  binance: (reference) =>
    `Write ${reference} as the note of your payment: it is your payment code, by which we find the payment.`,
  crypto: () =>
    'Open your order first: there you choose a network and see your own amount, by which we find your payment. Each address is for its own network: money sent on another network is lost. In ETH or BNB, send the same value. Keep the transaction hash: you enter it when you mark the order as paid.',
}

/** The reason that staff gave. */
export function reason({ history }: Order, event: OrderEventType): Block[] {
  const note = history.findLast(({ what }) => what === event)?.note
  return note ? [{ type: 'quote', label: 'Reason', text: note }] : []
}
