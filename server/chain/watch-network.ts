import { and, eq, isNull } from 'drizzle-orm'
import { chainTransfers, payments } from '../../drizzle/schema.ts'
import type { FoundTransfer, ProgressState } from '../../shared/payments/progress.ts'
import type { Network } from '../../shared/payments/schema.ts'
import type { ChainHealth } from '../../shared/payments/chain-schema.ts'
import type { AppContext } from '../app-context.ts'
import type { ChainNetwork } from '../config/chain-check.ts'
import { toNodeAddress } from '../config/network-notation.ts'
import type { Db } from '../db/transactions.ts'
import { postJson } from '../http/outgoing.ts'
import { presentOrderPayment } from '../ledger/present.ts'
import { report } from '../reports.ts'
import { agree, type Agreed } from './agree.ts'
import type { Facts } from './facts.ts'
import { readFacts } from './facts.ts'
import {
  findOldestClosed,
  findOldestWaiting,
  findRequestByAmount,
  type NamedOrder,
  readNamed,
  readRecorded,
} from './find-order.ts'
import { createLedgerUpdates, type Watched } from './ledger-updates.ts'
import type { Lookups } from './lookups.ts'
import type { Progress } from './progress.ts'
import { createEndpoint, RpcError } from './rpc.ts'
import { createScan, type Source } from './scan.ts'

/** Between two rounds of a network. */
const minRoundMs = 5_000
/** Between two searches for the late transfers of closed orders, while no other order waits. */
const lateSearchMs = 60_000
/** Transactions of a network that are checked at the same time. */
const parallelChecks = 8

type Live = { source: Source; head: number }

/** Watches one network for the orders that wait there. @param address the store's */
export function watchNetwork(
  app: AppContext,
  network: ChainNetwork,
  address: string,
  { progress, lookups }: { progress: Progress; lookups: Lookups },
) {
  const { network: name, confirmations: required, agree: agreeing } = network
  const scope = { allowLoopback: network.own || !app.env.isProduction, allowPrivate: network.own }
  const sources: Source[] = network.endpoints.map(({ url, headers }) => ({
    endpoint: createEndpoint((body) => postJson({ url, body, ...(headers && { headers }), ...scope }), network.chainId),
    scannedTo: null,
  }))
  const to = toNodeAddress(name, address)
  const scan = createScan(app, network, address)
  /** One source alone is enough only where it is the operator's own. */
  const isTrusted = agreeing > 1 || network.own
  const { recordAll, settle, describeUnsettled } = createLedgerUpdates(app, name, {
    required,
    isTrusted,
    lookups,
    showProgress,
  })
  let nextRoundAt = 0
  let nextLateSearchAt = 0
  let askedAt: number | null = null
  /** Transactions about which the endpoints contradicted each other in the last round. */
  let disputed = new Set<string>()
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  /** Runs one round at a time; all calls during a round wait for it and share the next. */
  function run(now: Date): Promise<void> {
    next ??= last.then(() => {
      next = null
      return round(now)
    })
    last = next.catch(() => {})
    return next
  }

  async function round(now: Date) {
    nextRoundAt = now.getTime() + Math.max(minRoundMs, network.blockSeconds * 1000)
    const watched = await readWatched(app.db, name)
    const named = await readNamed(app.db, name, (hash) => lookups.isDue(hash, now))
    const oldest = network.scan ? await findOldest(now) : null
    const fromOtherNetworks = [...lookups.notFound.values()].filter((order) => order.network !== name)
    if (watched.length === 0 && named.length === 0 && oldest === null && fromOtherNetworks.length === 0) return
    askedAt = now.getTime()
    disputed = new Set()
    const live = await readHeads()
    // One that hangs once in a round isn't waited for again in it.
    const hanging = new Set<Source>()
    if (live.length > 0 && oldest) await scan.search(live, oldest, now, hanging)
    const hashes = new Set([
      ...scan.pending.keys(),
      ...watched.map(({ transfer }) => transfer.hash),
      ...[...named, ...fromOtherNetworks].map(({ hash }) => hash),
    ])
    const queue = [...hashes]
    const work = async () => {
      for (let hash = queue.shift(); hash !== undefined; hash = queue.shift()) {
        await checkHash(hash, live, hanging, named, fromOtherNetworks, now).catch((error: unknown) => {
          app.log.error({ err: error, network: name }, 'a transaction could not be checked')
        })
      }
    }
    await Promise.all(Array.from({ length: parallelChecks }, work))
  }

  /** The time of the order from which on blocks are searched; null if nothing is searched for. */
  async function findOldest(now: Date): Promise<Date | null> {
    const waiting = await findOldestWaiting(app.db, name)
    if (waiting !== null || now.getTime() < nextLateSearchAt) return waiting
    nextLateSearchAt = now.getTime() + lateSearchMs
    return findOldestClosed(app.db, name)
  }

  async function readHeads(): Promise<Live[]> {
    const heads = await Promise.all(
      sources.map(async (source) => {
        const head = await source.endpoint.readHead().catch(nothingIfSilent)
        return head === null ? [] : { source, head }
      }),
    )
    return heads.flat()
  }

  async function checkHash(
    hash: string,
    live: Live[],
    hanging: Set<Source>,
    named: NamedOrder[],
    fromOtherNetworks: NamedOrder[],
    now: Date,
  ) {
    const reports = await Promise.all(
      sources.map((source) => {
        const head = live.find((one) => one.source === source)?.head
        return head === undefined ? Promise.resolve(silent) : readReport(hash, source, head, hanging)
      }),
    )
    const agreed = agree(reports, agreeing)
    report('chain-check', { network: name, state: agreed.state })
    if (agreed.state === 'disputed') disputed.add(hash)
    const naming = named.filter((order) => order.hash === hash)
    if (agreed.state === 'mined') {
      const sighting = { network: name, hash, address, agreed, required }
      await recordAll(sighting, naming, fromOtherNetworks)
      await settle(sighting, now)
      scan.pending.delete(hash)
      return
    }
    const rows = await readRecorded(app.db, hash)
    const isGone = agreed.state === 'unknown' && agreed.votes >= agreeing
    for (const row of rows.filter(({ transfer }) => transfer.network === name && transfer.settledAt === null)) {
      await describeUnsettled(row, agreed, isGone, now)
    }
    const elsewhere = rows.find(({ transfer, payment }) => transfer.network !== name && payment.orderId === null)
    if (elsewhere) {
      const { amount, currency, at } = presentOrderPayment(elsewhere.payment)
      lookups.elsewhere.set(hash, { network: elsewhere.transfer.network, transfer: { amount, currency, at } })
    }
    const found = lookups.elsewhere.get(hash)
    for (const order of naming) {
      if (agreed.state === 'unknown' || agreed.state === 'silent') lookups.retryLater(order.hash, now)
      if (found) await showProgress(order.orderId, 'wrong_network', 0, found)
    }
    if (rows.length > 0 || found) return
    for (const order of naming) {
      await showProgress(order.orderId, stateOf(agreed), 0)
      if (isGone) lookups.notFound.set(hash, order)
    }
    await scan.keepPending(hash, isGone, async (found) => {
      const request = await findRequestByAmount(app.db, name, address, found)
      if (request && !isGone) await showProgress(request.orderId, stateOf(agreed), 0)
    })
  }

  async function readReport(hash: string, source: Source, head: number, hanging: Set<Source>): Promise<Facts> {
    if (hanging.has(source)) return silent
    const query = { hash: `0x${hash.toLowerCase()}`, to, head }
    const facts = await readFacts(source.endpoint.call, query).catch((error: unknown) => {
      // One that refuses this transaction may know the next.
      if (error instanceof RpcError && error.kind === 'timeout') hanging.add(source)
      return nothingIfSilent(error)
    })
    return facts ?? silent
  }

  async function showProgress(
    orderId: string | null,
    state: ProgressState,
    confirmations: number,
    { network = name, transfer }: { network?: Network; transfer?: FoundTransfer | undefined } = {},
  ) {
    if (orderId !== null) {
      progress.set({ orderId, state, confirmations, of: required, network, ...(transfer && { transfer }) })
    }
  }

  return {
    runNow(now: Date) {
      nextLateSearchAt = 0
      return run(now)
    },
    runIfDue: (now: Date) => (now.getTime() >= nextRoundAt ? run(now) : Promise.resolve()),
    health: (): ChainHealth => ({
      network: name,
      askedAt,
      disputed: disputed.size,
      agree: agreeing,
      blockSeconds: network.blockSeconds,
      endpoints: sources.map(({ endpoint }) => endpoint.health()),
    }),
  }
}

function readWatched(db: Db, network: ChainNetwork['network']): Promise<Watched[]> {
  return db
    .select({ transfer: chainTransfers, payment: payments })
    .from(chainTransfers)
    .innerJoin(payments, eq(payments.id, chainTransfers.paymentId))
    .where(and(eq(chainTransfers.network, network), isNull(chainTransfers.settledAt)))
}

const silent: Facts = { seen: 'silent' }

/** An endpoint that says nothing is no fact; anything else is an error of ours. */
function nothingIfSilent(error: unknown): null {
  if (error instanceof RpcError) return null
  throw error
}

function stateOf(agreed: Exclude<Agreed, { state: 'mined' }>): ProgressState {
  const { state } = agreed
  return state === 'disputed' || state === 'silent' || state === 'unknown' ? state : 'seen'
}
