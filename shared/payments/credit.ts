import { centsOf } from './amounts.ts'

/** The amount of a payment request, in units, worth `cents`. */
export type RequestedAmount = { currency: string; decimals: number; amount: bigint; cents: number; rate: number }
/** The amount of a received payment. `cents` is what it is worth by itself. */
export type ReceivedAmount = { currency: string; decimals: number; amount: bigint; cents: number }

/**
 * What each of an order's payments is credited with, in cents. Payments in the requested currency are counted
 * together: the requested amount is worth the order's total exactly, however it was rounded and into however many
 * transfers it was split. Others count what they are worth by themselves.
 */
export function creditPayments(payments: readonly ReceivedAmount[], requested: RequestedAmount | null): number[] {
  let amount = 0n
  let credited = 0
  return payments.map((payment) => {
    if (!requested || payment.currency !== requested.currency) return payment.cents
    amount += rescale(payment.amount, payment.decimals, requested.decimals)
    const cents = worthOf(amount, requested) - credited
    credited += cents
    return cents
  })
}

function worthOf(amount: bigint, { amount: due, cents, decimals, rate }: RequestedAmount): number {
  if (amount >= due) return cents + centsOf(amount - due, decimals, rate)
  return Math.min(cents, centsOf(amount, decimals, rate))
}

const rescale = (amount: bigint, from: number, to: number) =>
  from <= to ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to)
