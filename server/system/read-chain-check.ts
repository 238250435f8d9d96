import { and, eq, isNull, sql } from 'drizzle-orm'
import { chainPause, chainTransfers, orders, payments, users } from '../../drizzle/schema.ts'
import type { ChainCheck, ChainHealth } from '../../shared/payments/chain-schema.ts'
import type { SystemProcess } from '../../shared/staff/system-schema.ts'
import type { Db } from '../db/transactions.ts'
import type { Env } from '../env.ts'

const maxLostPayments = 20

/** How the check of payments on chains is doing; null where there is none. */
export async function readChainCheck(db: Db, { chain }: Env, processes: SystemProcess[]): Promise<ChainCheck | null> {
  if (!chain) return null
  return {
    policy: chain.policy,
    paused: await readPause(db),
    networks: latestReports(processes),
    lostPayments: await readLostPayments(db),
  }
}

async function readPause(db: Db): Promise<ChainCheck['paused']> {
  const [row] = await db
    .select({ name: users.firstName, since: chainPause.pausedAt })
    .from(chainPause)
    .innerJoin(users, eq(users.id, chainPause.pausedById))
  return row ? { name: row.name, since: row.since.getTime() } : null
}

/** Of several processes, the one that asked last does the work. */
function latestReports(processes: SystemProcess[]): ChainHealth[] {
  const latest = new Map<string, ChainHealth>()
  for (const report of processes.flatMap(({ chains = [] }) => chains)) {
    const known = latest.get(report.network)
    if (!known || (report.askedAt ?? 0) > (known.askedAt ?? 0)) latest.set(report.network, report)
  }
  return [...latest.values()]
}

/** Verified orders that lack money because a chain took a transfer back. */
async function readLostPayments(db: Db): Promise<ChainCheck['lostPayments']> {
  return db
    .selectDistinct({ order: orders.id, network: chainTransfers.network })
    .from(chainTransfers)
    .innerJoin(payments, eq(payments.id, chainTransfers.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        isNull(chainTransfers.settledAt),
        eq(payments.state, 'gone'),
        eq(orders.paymentStatus, 'verified'),
        sql`${orders.received} < ${orders.total}`,
      ),
    )
    .limit(maxLostPayments)
}
