import type { AppContext } from '../app-context.ts'

/** Replays that are sent at the same time. */
const maxReplays = 8

type Semaphore = { run(work: () => Promise<void>): Promise<void>; isIdle(): boolean }

/** Lets few replays run at a time, and one at a time per address; the others wait for their turn. */
export function createReplayQueue({ env }: Pick<AppContext, 'env'>) {
  const all = createSemaphore(maxReplays)
  const byAddress = new Map<string, Semaphore>()

  return async (address: string, replay: () => Promise<void>): Promise<void> => {
    if (!env.rateLimitsEnabled) return all.run(replay)
    const own = byAddress.get(address) ?? createSemaphore(1)
    byAddress.set(address, own)
    // The address first: a crowd from one address takes one place in the common queue.
    await own.run(() => all.run(replay)).finally(() => own.isIdle() && byAddress.delete(address))
  }
}

export type ReplayQueue = ReturnType<typeof createReplayQueue>

function createSemaphore(permits: number): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      // A finished replay frees its place for the next one.
      if (running < permits) running += 1
      else await new Promise<void>((resolve) => void waiting.push(resolve))
      try {
        await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
    isIdle: () => running === 0,
  }
}
