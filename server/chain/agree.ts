import type { Facts, MinedFacts } from './facts.ts'

/** What the store accepts as true about a transaction. */
export type Agreed =
  | ({ state: 'mined' } & Omit<MinedFacts, 'seen'>)
  /** Endpoints contradict each other; waiting: too few have it; moving: a reorg is in progress. */
  | { state: 'disputed' | 'waiting' | 'moving' | 'mempool' | 'silent' }
  /** `votes` endpoints don't know it at block `head`. */
  | { state: 'unknown'; votes: number; head: number }

/**
 * Combines what the endpoints of a network report about one transaction: at least `required` of them must report the
 * same outcome, block and transfers, and the smallest number of confirmations counts. An endpoint that is silent, or
 * behind, says nothing; one that reports something else makes it a dispute, which only staff decide.
 */
export function agree(reports: readonly Facts[], required: number): Agreed {
  const mined = reports.filter((facts): facts is MinedFacts => facts.seen === 'mined')
  const [first] = mined
  if (first) {
    if (mined.some((facts) => contentOf(facts) !== contentOf(first))) return { state: 'disputed' }
    if (mined.length < required) return { state: 'waiting' }
    const { seen: _, ...content } = first
    return { ...content, state: 'mined', confirmations: Math.min(...mined.map(({ confirmations }) => confirmations)) }
  }
  if (reports.every(({ seen }) => seen === 'silent')) return { state: 'silent' }
  if (reports.some(({ seen }) => seen === 'mempool')) return { state: 'mempool' }
  if (reports.some(({ seen }) => seen === 'moving')) return { state: 'moving' }
  const heads = reports.flatMap((facts) => (facts.seen === 'unknown' ? facts.head : []))
  return { state: 'unknown', votes: heads.length, head: Math.min(...heads) }
}

const contentOf = ({ status, blockHash, block, timeMs, transfers }: MinedFacts) =>
  JSON.stringify([
    status,
    blockHash,
    block,
    timeMs,
    transfers.map(({ ordinal, token, from, value }) => [ordinal, token, from, String(value)]),
  ])
