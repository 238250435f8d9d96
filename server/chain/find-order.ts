import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { chainTransfers, orders, paymentRequests, payments } from '../../drizzle/schema.ts'
import { centsOf } from '../../shared/payments/amounts.ts'
import type { Network } from '../../shared/payments/schema.ts'
import { chains } from '../../shared/payments/wallet-link.ts'
import { toNodeAddress } from '../config/network-notation.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { RequestRow } from '../ledger/present.ts'
import type { Transfer } from './facts.ts'

export type DollarToken = 'USDT' | 'USDC'
/** `contract` as nodes write it. */
export type KnownToken = { token: DollarToken; contract: string; decimals: number }

/** The dollar tokens of a network, by their contracts. */
export const tokensOf = (network: Network): KnownToken[] =>
  (['USDT', 'USDC'] as const).flatMap((token) => {
    const known = chains[network].contracts[token]
    return known ? [{ token, contract: toNodeAddress(network, known.address), decimals: known.decimals }] : []
  })

/** The token at a contract's address; null unless the store takes it on this network. */
export const tokenOf = (network: Network, contract: string): KnownToken | null =>
  tokensOf(network).find((known) => known.contract === contract.toLowerCase()) ?? null

/** What a transfer is worth in cents; null for a token that the store doesn't know. */
export function worthOfTransfer(network: Network, { token, value }: Pick<Transfer, 'token' | 'value'>): number | null {
  const known = tokenOf(network, token)
  return known && centsOf(value, known.decimals, 1)
}

/** The request, of any order, whose own amount is the transfer's amount. */
export async function findRequestByAmount(
  db: Db | Tx,
  network: Network,
  address: string,
  { token, value }: Pick<Transfer, 'token' | 'value'>,
): Promise<RequestRow | null> {
  const known = tokenOf(network, token)
  if (!known) return null
  const [row] = await db
    .select()
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.network, network),
        eq(paymentRequests.token, known.token),
        eq(paymentRequests.address, address),
        eq(paymentRequests.amount, String(value)),
        isNull(paymentRequests.freedAt),
      ),
    )
  return row ?? null
}

/** The transfers of a transaction that are in the ledger, with their payments. */
export const readRecorded = (db: Db | Tx, hash: string) =>
  db
    .select({ transfer: chainTransfers, payment: payments })
    .from(chainTransfers)
    .innerJoin(payments, eq(payments.id, chainTransfers.paymentId))
    .where(eq(chainTransfers.hash, hash))

/** The time of the oldest order that waits for a transfer on a network; null if none does. */
export const findOldestWaiting = (db: Db, network: Network): Promise<Date | null> =>
  findOldest(db, network, sql`${orders.paymentStatus} in ('pending', 'paid') and ${orders.received} < ${orders.total}`)

/** The same of the orders that were closed without being paid, as long as their amounts are their own. */
export const findOldestClosed = (db: Db, network: Network): Promise<Date | null> =>
  findOldest(db, network, sql`${orders.paymentStatus} in ('cancelled', 'failed')`)

async function findOldest(db: Db, network: Network, which: SQL): Promise<Date | null> {
  const [oldest] = await db
    .select({ at: sql`min(${orders.createdAt})`.mapWith(orders.createdAt) })
    .from(paymentRequests)
    .innerJoin(orders, eq(orders.id, paymentRequests.orderId))
    .where(and(eq(paymentRequests.network, network), isNull(paymentRequests.freedAt), which))
  return (oldest?.at as Date | null) ?? null
}

/** An order whose customer named a transaction, and on which network it was asked for. */
export type NamedOrder = {
  orderId: string
  /** What its customer writes with a transfer. */
  reference: string | null
  hash: string
  network: Network
  requestId: string
  since: Date
}

/** More than 500 customers can leave unverified. */
const maxRead = 5000
const maxNamed = 500

/**
 * The oldest 500 orders that wait to be verified, and whose customers named a transaction on a network.
 * @param isDue whether a transaction is to be looked up in this round; one that wasn't found is due again after a delay
 */
export async function readNamed(db: Db, network: Network, isDue: (hash: string) => boolean): Promise<NamedOrder[]> {
  const rows = await db
    .select({
      orderId: orders.id,
      key: orders.referenceKey,
      reference: orders.paymentReference,
      requestId: paymentRequests.id,
      since: orders.paidAt,
    })
    .from(orders)
    .innerJoin(paymentRequests, eq(paymentRequests.id, orders.requestId))
    .where(
      and(
        sql`${orders.paymentStatus} = 'paid'`,
        sql`${orders.received} < ${orders.total}`,
        sql`length(${orders.referenceKey}) = 64`,
        eq(paymentRequests.network, network),
      ),
    )
    .orderBy(orders.paidAt, orders.id)
    .limit(maxRead)
  const named = rows.flatMap(({ key, since, ...row }) =>
    key !== null && /^[0-9A-F]{64}$/.test(key) && since !== null && isDue(key)
      ? [{ ...row, hash: key, network, since }]
      : [],
  )
  return named.slice(0, maxNamed)
}
