import { desc, eq } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { type orders, paymentRequests } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import {
  amountDue,
  centsOf,
  currencyOf,
  decimalsOf,
  isDollar,
  parseUnits,
  rateOf,
  unitsOf,
} from '../../shared/payments/amounts.ts'
import { chainNames } from '../../shared/payments/progress.ts'
import type { Network, PaymentMethod, Token } from '../../shared/payments/schema.ts'
import type { Env } from '../env.ts'
import type { MutationContext } from '../events/mutation.ts'
import { findCoarseAmount, findOwnAmount } from './own-amount.ts'
import type { RequestRow } from './present.ts'

type OrderRow = typeof orders.$inferSelect
export type PaymentChoice = {
  method: PaymentMethod
  network?: Network | undefined
  token?: Token | undefined
  /** The customer's wallet accepts at most two decimals. */
  twoDecimals?: boolean | undefined
}
/** The amount to request: the order's total, or the part that is missing. `units` replaces the amount converted from `cents`. */
export type Due = { cents: number; units?: bigint }

/** How many requests one order may have: every token on every network, and the totals of some coupons. */
const maxRequests = 60

/**
 * Finds the order's request for a choice and an amount, or creates it.
 * @throws 422 for a token that isn't accepted on the network, with too many requests, or when every amount of two
 *   decimals is taken
 */
export async function requestFor(
  ctx: MutationContext,
  order: OrderRow,
  choice: PaymentChoice,
  due: Due = { cents: order.total },
  limit = maxRequests,
): Promise<RequestRow> {
  const target = targetOf(ctx.env, choice)
  const earlier = await ctx.tx
    .select()
    .from(paymentRequests)
    .where(eq(paymentRequests.orderId, order.id))
    .orderBy(desc(paymentRequests.createdAt), desc(paymentRequests.id))
  const terms = { ...target, cents: due.cents, amount: String(plainAmount(target, due)) }
  const same = earlier.find((row) => isSame(row, terms))
  if (same) return same
  if (earlier.length >= limit) {
    throw unprocessable('too_many_requests', 'You have changed how to pay this order too often. Ask support for help.')
  }
  const row = await newRequest(ctx, order, target, due)
  await ctx.tx.insert(paymentRequests).values(row)
  return row
}

type Target = {
  method: PaymentMethod
  network: Network | null
  token: Token | null
  address: string
  twoDecimals: boolean
}
type Terms = Target & { cents: number; amount: string }

function isSame(row: RequestRow, { method, network, token, address, twoDecimals, cents, amount }: Terms) {
  const isSameTarget =
    row.method === method && row.network === network && row.token === token && row.address === address
  if (!isSameTarget || row.cents !== cents) return false
  if (row.amount === amount) return !twoDecimals
  // An own amount counts as long as it is the order's.
  return row.freedAt === null && extraCentsOf(row) > 0 === twoDecimals
}

/** Where the money goes. @throws 422 */
function targetOf({ transferAccounts }: Env, { method, network, token, twoDecimals = false }: PaymentChoice): Target {
  if (method !== 'crypto') {
    if (network || token) throw unprocessable('no_network', 'Only crypto payments have a network and a token.')
    if (twoDecimals) throw notDecimal()
    const address = method === 'bank' ? transferAccounts.bank.accountNumber : transferAccounts.binance.payId
    return { method, network: null, token: null, address, twoDecimals }
  }
  if (!network || !token) throw unprocessable('network_missing', 'Please choose a network and a token.')
  const account = transferAccounts.crypto.find((one) => one.network === network)
  if (!account?.tokens.includes(token)) {
    throw unprocessable('token_not_accepted', `We don't accept ${token} on ${chainNames[network]}.`)
  }
  if (twoDecimals && !isDollar(token)) throw notDecimal()
  return { method, network, token, address: account.address, twoDecimals }
}

const notDecimal = () =>
  unprocessable('no_decimals', 'Only USDT and USDC from a wallet are asked for with more than two decimals.')

/** Whether the store still accepts this choice: the accounts can change. */
export function isAccepted({ transferAccounts }: Env, { method, network, token }: PaymentChoice): boolean {
  if (method !== 'crypto') return true
  return transferAccounts.crypto.some((one) => one.network === network && one.tokens.some((other) => other === token))
}

async function newRequest(ctx: MutationContext, order: OrderRow, target: Target, due: Due): Promise<RequestRow> {
  const { method, network, token, address, twoDecimals } = target
  const currency = currencyOf(method, token)
  const decimals = decimalsOf(currency, network)
  const hasOwnAmount = network !== null && token !== null && isDollar(token)
  const find = twoDecimals ? findCoarseAmount : findOwnAmount
  const own = hasOwnAmount ? await find(ctx, { network, token, address }, due.cents, decimals) : null
  if (own === null && twoDecimals) {
    throw unprocessable(
      'amounts_taken',
      'Every amount with two decimals is taken at the moment. Please use the exact amount, or another network.',
    )
  }
  return {
    id: newId(),
    orderId: order.id,
    method,
    network,
    token,
    address,
    currency,
    decimals,
    amount: String(own ?? plainAmount(target, due)),
    cents: due.cents,
    rate: rateOf(currency)!,
    createdAt: ctx.now,
    freedAt: own === null ? ctx.now : null,
  }
}

/** The amount of a request that has no own amount. */
function plainAmount({ method, network, token }: Target, { cents, units }: Due): bigint {
  return units ?? parseUnits(amountDue(method, cents), decimalsOf(currencyOf(method, token), network))!
}

/** The whole cents that a request asks for beyond what is due: they come back as points. */
export function extraCentsOf({ network, token, amount, decimals, cents }: RequestRow): number {
  if (network === null || token === null || !isDollar(token)) return 0
  const extra = BigInt(amount) - unitsOf(cents, decimals)
  return extra > 0n ? centsOf(extra, decimals, 1) : 0
}
