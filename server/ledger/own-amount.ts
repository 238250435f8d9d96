import { and, asc, eq, inArray, isNull, notInArray, or, type SQL } from 'drizzle-orm'
import { orders, paymentRequests } from '../../drizzle/schema.ts'
import { unitsOf } from '../../shared/payments/amounts.ts'
import type { Network, Token } from '../../shared/payments/schema.ts'
import { lockName } from '../db/lock-name.ts'
import type { MutationContext } from '../events/mutation.ts'

/** Steps above the total, of 0.0001 tokens and then of 0.000001: less than a cent, so that the total stays what counts. */
const steps = [
  { decimals: 4, max: 99 },
  { decimals: 6, max: 9999 },
] as const
/** For wallets that take two decimals only: at most this many cents above the total. */
const maxCoarseCents = 20

type Place = { network: Network; token: Token; address: string }

/**
 * An amount of a dollar token that no other order is asked for: the total and the lowest step that is free. When none
 * is, the order that ended longest ago gives up its own. It serializes those who choose one for this address until the
 * commit.
 * @returns null when every step is taken by an order that can still be paid
 */
export async function findOwnAmount(
  ctx: MutationContext,
  place: Place,
  cents: number,
  decimals: number,
): Promise<bigint | null> {
  const ofTotal = await lockAmounts(ctx, place, eq(paymentRequests.cents, cents))
  const taken = await readAmounts(ctx, ofTotal)
  const total = unitsOf(cents, decimals)
  for (const step of steps) {
    const unit = 10n ** BigInt(decimals - step.decimals)
    for (let k = 1n; k <= step.max; k += 1n) {
      if (!taken.has(String(total + k * unit))) return total + k * unit
    }
  }
  return takeFromEnded(ctx, ofTotal)
}

/**
 * The same for a wallet that takes two decimals only: the total and the fewest cents that are free. An amount that is
 * another order's total is left out, because that one can be paid without its last digits.
 */
export async function findCoarseAmount(
  ctx: MutationContext,
  place: Place,
  cents: number,
  decimals: number,
): Promise<bigint | null> {
  const totals = Array.from({ length: maxCoarseCents }, (_, k) => cents + k + 1)
  const amounts = new Map(totals.map((total) => [String(unitsOf(total, decimals)), total]))
  const isAmount = inArray(paymentRequests.amount, [...amounts.keys()])
  const near = await lockAmounts(ctx, place, or(isAmount, inArray(paymentRequests.cents, totals))!)
  const rows = await ctx.tx
    .select({ amount: paymentRequests.amount, cents: paymentRequests.cents })
    .from(paymentRequests)
    .where(near)
  const taken = new Set(rows.flatMap(({ amount, cents: total }) => [amount, String(unitsOf(total, decimals))]))
  const free = [...amounts.keys()].find((amount) => !taken.has(amount))
  if (free !== undefined) return BigInt(free)
  const ofTotal = await lockAmounts(ctx, place, and(isAmount, eq(paymentRequests.cents, cents))!)
  return takeFromEnded(ctx, ofTotal)
}

/** The amounts at an address that belong to orders; nobody else chooses one there until the commit. */
async function lockAmounts({ tx }: MutationContext, { network, token, address }: Place, which: SQL) {
  await lockName(tx, `amounts ${network} ${token} ${address}`)
  return and(
    eq(paymentRequests.network, network),
    eq(paymentRequests.token, token),
    eq(paymentRequests.address, address),
    isNull(paymentRequests.freedAt),
    which,
  )!
}

async function readAmounts({ tx }: MutationContext, where: SQL): Promise<Set<string>> {
  const rows = await tx.select({ amount: paymentRequests.amount }).from(paymentRequests).where(where)
  return new Set(rows.map(({ amount }) => amount))
}

/** Takes the amount of the order that ended longest ago. */
async function takeFromEnded({ tx, now }: MutationContext, where: SQL): Promise<bigint | null> {
  const [oldest] = await tx
    .select({ id: paymentRequests.id, amount: paymentRequests.amount })
    .from(paymentRequests)
    .innerJoin(orders, eq(orders.id, paymentRequests.orderId))
    .where(and(where, notInArray(orders.paymentStatus, ['pending', 'paid'])))
    .orderBy(asc(orders.updatedAt), asc(orders.id))
    .limit(1)
  if (!oldest) return null
  await tx.update(paymentRequests).set({ freedAt: now }).where(eq(paymentRequests.id, oldest.id))
  return BigInt(oldest.amount)
}
