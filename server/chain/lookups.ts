import type { FoundTransfer } from '../../shared/payments/progress.ts'
import type { Network } from '../../shared/payments/schema.ts'
import type { NamedOrder } from './find-order.ts'

/** A transaction that can't be found is looked for ever less often. */
const firstRetryMs = 5_000
const maxRetryMs = 5 * 60_000
/** As many as are read of one network (find-order.ts). */
const maxRemembered = 5000

/** Remembers which transactions that customers named could not be found, and when to look for them again. */
export function createLookups() {
  const retries = new Map<string, { at: number; delayMs: number }>()
  /** Those that aren't on the network that their order was asked for, by hash. */
  const notFound = new Map<string, NamedOrder>()
  /** Where those were found, and what they send, by hash. */
  const elsewhere = new Map<string, { network: Network; transfer?: FoundTransfer | undefined }>()
  return {
    notFound,
    elsewhere,
    isDue: (hash: string, now: Date) => (retries.get(hash)?.at ?? 0) <= now.getTime(),
    retryLater(hash: string, now: Date) {
      const delayMs = Math.min((retries.get(hash)?.delayMs ?? firstRetryMs / 2) * 2, maxRetryMs)
      retries.delete(hash)
      retries.set(hash, { at: now.getTime() + delayMs, delayMs })
      if (retries.size > maxRemembered) retries.delete(retries.keys().next().value!)
      if (elsewhere.size > maxRemembered) elsewhere.delete(elsewhere.keys().next().value!)
      if (notFound.size > maxRemembered) notFound.delete(notFound.keys().next().value!)
    },
    /** All of them are due. */
    retryNow: () => retries.clear(),
  }
}

export type Lookups = ReturnType<typeof createLookups>
