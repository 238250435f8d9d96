import type { AppContext } from '../app-context.ts'
import type { DueRow } from '../db/due-rows.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'

const minuteMs = 60_000
/** The pause after a row's first failure; it doubles with each further one, up to the maximum. */
const firstDelayMs = minuteMs
const maxDelayMs = 60 * minuteMs
/** Beyond this, failing rows are tried again in every run. */
const maxFailingRows = 10_000

type Failure = { count: number; retryAtMs: number }

/**
 * Makes a loop over the rows that are due. A row that fails is logged and left alone for a while, at growing intervals;
 * the others go on.
 * @param job its name in the log
 */
export function createDueRowLoop({ log }: Pick<AppContext, 'log'>, job: string) {
  const failures = new Map<string, Failure>()

  /**
   * @param find returns the first rows after a place, in their order
   * @throws when the database is unavailable: then it isn't the row's fault
   */
  return async (
    find: (after?: DueRow) => Promise<DueRow[]>,
    work: (id: string) => Promise<unknown>,
    nowMs = Date.now(),
  ) => {
    let after: DueRow | undefined
    for (;;) {
      const rows = await find(after)
      for (const { id } of rows) {
        if ((failures.get(id)?.retryAtMs ?? 0) > nowMs) continue
        try {
          await work(id)
          failures.delete(id)
        } catch (error) {
          if (isDatabaseUnavailable(error)) throw error
          log.error({ err: error, job, id, failures: recordFailure(id, nowMs) }, 'scheduled job failed for one row')
        }
      }
      after = rows.at(-1)
      if (!after) return
    }
  }

  function recordFailure(id: string, nowMs: number): number {
    const count = (failures.get(id)?.count ?? 0) + 1
    failures.delete(id)
    failures.set(id, { count, retryAtMs: nowMs + Math.min(maxDelayMs, firstDelayMs * 2 ** (count - 1)) })
    if (failures.size > maxFailingRows) failures.delete(failures.keys().next().value!)
    return count
  }
}
