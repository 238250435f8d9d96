import { eq } from 'drizzle-orm'
import { chainMarks } from '../../drizzle/schema.ts'
import type { AppContext } from '../app-context.ts'
import type { ChainNetwork } from '../config/chain-check.ts'
import { toNodeAddress } from '../config/network-notation.ts'
import { clockToleranceMs } from '../ledger/clock-tolerance.ts'
import { report } from '../reports.ts'
import { type FoundTransfer, scanTransfers } from './facts.ts'
import { findRequestByAmount, readRecorded, tokensOf, worthOfTransfer } from './find-order.ts'
import { minStoredCents } from './record-transfer.ts'
import { type Endpoint, RpcError } from './rpc.ts'

export type Source = { endpoint: Endpoint; scannedTo: number | null }

/** Calls of one endpoint in one round, so that catching up doesn't hold up the rest. */
const maxCalls = 4
const maxPending = 5000
/** Rounds after which a transfer that too few endpoints report is dropped. */
const maxAttempts = 200
const maxIgnored = 20_000
/** The failures that a shorter range of blocks may avoid. */
const tooLong = new Set<RpcError['kind']>(['refused', 'limited', 'timeout'])

/** Searches the blocks of a network for transfers to the store's address. */
export function createScan(app: AppContext, network: ChainNetwork, address: string) {
  /** Found, and not known for certain yet, by hash. */
  const pending = new Map<string, { found: FoundTransfer; attempts: number }>()
  const ignored = new Set<string>()
  const to = toNodeAddress(network.network, address)
  const tokens = tokensOf(network.network).map(({ contract }) => contract)
  /** Blocks that are searched again, because a reorganization moves transactions. */
  const overlap = Math.min(network.confirmations, 50)
  /** Blocks per call: each endpoint has a limit of its own. */
  const spans = new WeakMap<Source, number>()
  let mark: number | null = null

  /** @param hanging gets the sources that have not answered in time, which the rest of the round doesn't wait for */
  async function search(live: { source: Source; head: number }[], oldest: Date, now: Date, hanging: Set<Source>) {
    if (pending.size >= maxPending) return
    mark ??= await readMark()
    const waitedSeconds = (now.getTime() - oldest.getTime() + clockToleranceMs) / 1000
    const waited = Math.ceil(waitedSeconds / network.blockSeconds) + overlap
    await Promise.all(live.map(({ source, head }) => searchOne(source, head, waited, hanging)))
    const reached = live.flatMap(({ source }) => source.scannedTo ?? [])
    if (reached.length > 0) await writeMark(Math.min(...reached))
  }

  async function searchOne(source: Source, head: number, waited: number, hanging: Set<Source>) {
    let span = spans.get(source) ?? network.maxBlocks
    // Fewer than a round covers, or the search would never advance.
    const repeated = Math.min(overlap, Math.floor((span * maxCalls) / 2))
    const from = (source.scannedTo ?? mark ?? -1) + 1 - repeated
    let fromBlock = Math.max(0, from, head - waited)
    for (let calls = 0; calls < maxCalls && fromBlock <= head; calls += 1) {
      const toBlock = Math.min(fromBlock + span - 1, head)
      try {
        for (const found of await scanTransfers(source.endpoint.call, { to, tokens, fromBlock, toBlock })) {
          await consider(found)
        }
      } catch (error) {
        if (!(error instanceof RpcError)) throw error
        // Nodes refuse ranges that are too long for them, or take too long.
        if (tooLong.has(error.kind)) spans.set(source, Math.max(1, Math.floor(span / 2)))
        if (error.kind === 'timeout') hanging.add(source)
        return
      }
      source.scannedTo = Math.max(source.scannedTo ?? 0, toBlock)
      fromBlock = toBlock + 1
      // Grows again, because a limit may be temporary.
      span = Math.min(network.maxBlocks, span + Math.ceil(span / 8))
      spans.set(source, span)
    }
  }

  async function consider(found: FoundTransfer) {
    const { hash, token, value } = found
    const key = `${hash} ${token} ${value}`
    const isKnown = () => pending.has(hash) || ignored.has(key)
    if (isKnown()) return
    const recorded = await readRecorded(app.db, hash)
    const request = await findRequestByAmount(app.db, network.network, address, found)
    // Another endpoint may have reported it in the meantime.
    if (isKnown()) return
    if (recorded.some(({ payment }) => payment.amount === String(value))) return ignore(key)
    const worth = worthOfTransfer(network.network, found)
    if (request || (worth !== null && worth >= minStoredCents)) {
      if (pending.size < maxPending) pending.set(hash, { found, attempts: 0 })
      return
    }
    report('small-transfer', { network: network.network })
    ignore(key)
  }

  function ignore(key: string) {
    ignored.add(key)
    if (ignored.size > maxIgnored) ignored.delete(ignored.values().next().value!)
  }

  async function readMark(): Promise<number | null> {
    const [row] = await app.db.select().from(chainMarks).where(eq(chainMarks.network, network.network))
    return row?.block ?? null
  }

  /** Stores progress every few blocks only: after a restart, the last ones are searched again. */
  async function writeMark(block: number) {
    if (mark !== null && Math.abs(block - mark) < Math.max(1, overlap / 2)) return
    mark = block
    await app.db
      .insert(chainMarks)
      .values({ network: network.network, block })
      .onConflictDoUpdate({ target: chainMarks.network, set: { block } })
  }

  return {
    pending,
    search,
    /** Looks again in the next round, unless it is gone. @param describe is called while it may still be on its way */
    async keepPending(hash: string, isGone: boolean, describe: (found: FoundTransfer) => Promise<void>) {
      const entry = pending.get(hash)
      if (!entry) return
      entry.attempts += 1
      if (isGone || entry.attempts > maxAttempts) pending.delete(hash)
      else await describe(entry.found)
    },
  }
}
