import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { eq, lt, sql } from 'drizzle-orm'
import packageJson from '../../package.json' with { type: 'json' }
import { dialect } from '../../drizzle/kit.ts'
import { lastBackup, outbox, processes } from '../../drizzle/schema.ts'
import { findAlarms } from '../../shared/staff/system-alarms.ts'
import type { ChainHealth } from '../../shared/payments/chain-schema.ts'
import type { System, SystemProcess } from '../../shared/staff/system-schema.ts'
import type { AppContext } from '../app-context.ts'
import type { Db } from '../db/transactions.ts'
import { dueSince } from '../outbox/due-since.ts'
import { createJobReports } from './job-reports.ts'
import { readChainCheck } from './read-chain-check.ts'

type Services = Pick<AppContext, 'db' | 'bus' | 'env' | 'nodeId'>

/** The socket server: `send` gets every refresh while somebody watches. */
type Output = { countSockets(): number; isWatched(): boolean; send(system: System): void }

const refreshesPerMinute = 12
const dayMs = 24 * 3_600_000
/** A process that was killed is shown as silent until then. */
const forgetAfterMs = 10 * 60_000

/** Reports this process to the others that share the database, and reads how all of them are doing. */
export function createSystem({ db, bus, env, nodeId }: Services) {
  const startedAt = Date.now()
  const jobs = createJobReports()
  let output: Output = { countSockets: () => 0, isWatched: () => false, send() {} }
  const utilizations: EventLoopUtilization[] = [performance.eventLoopUtilization()]
  let busy = 0
  let readChains: (() => ChainHealth[]) | null = null

  const describeSelf = (): SystemProcess => ({
    id: nodeId,
    version: packageJson.version,
    node: process.version,
    startedAt,
    seenAt: Date.now(),
    sockets: output.countSockets(),
    memoryBytes: process.memoryUsage.rss(),
    busy,
    redis: bus.readStats()?.redis ?? 'none',
    jobs: jobs.list(),
    ...(readChains && { chains: readChains() }),
  })

  /** A SQLite file has one process, which needs no rows to find itself. */
  async function readProcesses(): Promise<SystemProcess[]> {
    const self = describeSelf()
    if (dialect === 'sqlite') return [self]
    const rows = await db.select().from(processes).orderBy(processes.id)
    const others = rows.filter(({ id }) => id !== nodeId)
    return [self, ...others.map(({ id, report, seenAt }) => ({ ...report, id, seenAt: seenAt.getTime() }))]
  }

  async function reportSelf(now: Date) {
    const { id, seenAt: _, ...report } = describeSelf()
    const row = { report, seenAt: now }
    await db
      .insert(processes)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: processes.id, set: row })
    await db.delete(processes).where(lt(processes.seenAt, new Date(now.getTime() - forgetAfterMs)))
  }

  async function read(now = new Date()): Promise<System> {
    const all = await readProcesses()
    const figures = {
      database: dialect,
      processes: all,
      emails: await readEmails(db, now),
      backup: await readBackup(db),
      chain: await readChainCheck(db, env, all),
    }
    return { ...figures, alarms: findAlarms(figures, now.getTime(), env.isProduction) }
  }

  async function send(now = new Date()) {
    if (output.isWatched()) output.send(await read(now))
  }

  return {
    read,
    /** Called every 5 s. */
    async refresh(now = new Date()) {
      const current = performance.eventLoopUtilization()
      busy = performance.eventLoopUtilization(current, utilizations[0]).utilization
      utilizations.push(current)
      if (utilizations.length > refreshesPerMinute) utilizations.shift()
      if (dialect !== 'sqlite') await reportSelf(now)
      await send(now)
    },
    /** Sends staff the present state, between two refreshes. */
    send,
    /** Tells it about the watch of chains. */
    reportChains: (read: () => ChainHealth[]) => void (readChains = read),
    /** Tells it about the socket server. */
    connect: (sockets: Output) => void (output = sockets),
    /** The others don't miss a process that has stopped. */
    async close() {
      jobs.close()
      if (dialect !== 'sqlite') await db.delete(processes).where(eq(processes.id, nodeId))
    },
  }
}

export type SystemMonitor = ReturnType<typeof createSystem>

async function readEmails(db: Db, now: Date): Promise<System['emails']> {
  const isWaiting = sql`${outbox.state} = 'waiting'`
  const [waiting] = await db
    .select({ count: sql`count(*)`.mapWith(Number), dueAt: sql`min(${dueSince})`.mapWith(outbox.nextAt) })
    .from(outbox)
    .where(isWaiting)
  const failedSince = new Date(now.getTime() - dayMs)
  const failed = await db.$count(
    outbox,
    sql`${outbox.state} = 'failed' and ${outbox.createdAt} > ${sql.param(failedSince, outbox.createdAt)}`,
  )
  const dueAt = waiting!.dueAt as Date | null
  return { waiting: waiting!.count, oldestDueAt: dueAt?.getTime() ?? null, failed }
}

async function readBackup(db: Db): Promise<System['backup']> {
  const [row] = await db.select().from(lastBackup)
  return row ? { at: row.at.getTime(), kilobytes: row.kilobytes } : null
}
