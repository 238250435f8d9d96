import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { ApiError, unprocessable } from '../../shared/api-error.ts'
import { maxReadingMs } from '../../shared/statements/limits.ts'
import type { DateOrder } from '../../shared/statements/staff-schema.ts'
import type { MatchOrder } from './judge-amount.ts'
import type { AppliedCredit } from './match-debits.ts'
import type { MatchedLine, ReadingAnswer, ReadingTask, ReadStatement } from './worker.ts'

export type StatementReader = {
  /** @throws ApiError 422 with the reason */
  parse(bytes: Uint8Array, dates: DateOrder | null): Promise<ReadStatement>
  match(account: string, orders: MatchOrder[], applied: AppliedCredit[]): Promise<null>
  /** The next lines; none after the last. */
  take(count: number): Promise<MatchedLine[]>
}

/** Files that are read at the same time: each may take a processor for seconds, and a few hundred megabytes. */
const maxReaders = 2
/** How long a thread waits for the next file. */
const idleMs = 30_000
/** How long a thread may take to start. */
const startMs = 30_000
let readers = 0
let idle: Worker | null = null

/**
 * Reads one statement in a thread of its own. The time limit counts its work alone, not that of the caller.
 * @throws ApiError 422 when it takes too long, 429 while others are being read
 */
export async function withReader<T>(work: (reader: StatementReader) => Promise<T>): Promise<T> {
  if (readers >= maxReaders)
    throw new ApiError(429, 'busy', 'Other statements are being read. Please try again in a moment.')
  readers += 1
  const worker = idle ?? openWorker()
  const isNew = worker !== idle
  idle = null
  const usable = { isUsable: true }
  try {
    if (isNew) await waitFor(worker, null, startMs)
    return await work(createReader(worker, usable))
  } finally {
    readers -= 1
    if (usable.isUsable && idle === null) keepForNext(worker)
    else await worker.terminate()
  }
}

function keepForNext(worker: Worker) {
  idle = worker
  // Neither keeps the process running.
  worker.unref()
  setTimeout(() => {
    if (idle !== worker) return
    idle = null
    void worker.terminate()
  }, idleMs).unref()
}

function createReader(worker: Worker, usable: { isUsable: boolean }): StatementReader {
  let remainingMs = maxReadingMs
  async function ask<T extends ReadingTask['type']>(task: ReadingTask & { type: T }) {
    const start = performance.now()
    usable.isUsable = false
    const answer = (await waitFor(worker, task, remainingMs)) as ReadingAnswer<T>
    usable.isUsable = true
    remainingMs -= performance.now() - start
    if ('value' in answer) return answer.value
    throw new ApiError(422, answer.code, answer.problem, answer.extra)
  }
  return {
    parse: (bytes, dates) => ask({ type: 'parse', bytes, dates }),
    match: (account, orders, applied) => ask({ type: 'match', account, orders, applied }),
    take: (count) => ask({ type: 'take', count }),
  }
}

/** Sends a task, and waits for the thread's next message. */
function waitFor(worker: Worker, task: ReadingTask | null, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const tooLong = () => settle(() => reject(unprocessable('too_slow', 'The file takes too long to read. Split it.')))
    const timer = setTimeout(tooLong, Math.max(timeoutMs, 1))
    // Out of its memory, in most cases.
    const onFailure = () =>
      settle(() => reject(unprocessable('unreadable_statement', 'The file can’t be read. Split it.')))
    const onMessage = (answer: unknown) => settle(() => resolve(answer))
    worker.once('message', onMessage).once('error', onFailure).once('exit', onFailure)
    worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (task) worker.postMessage(task)

    function settle(finish: () => void) {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onFailure).off('exit', onFailure)
      finish()
    }
  })
}

function openWorker(): Worker {
  const worker = startWorker()
  // Without a listener, an error that nobody waits for any more would end the process.
  worker.on('error', () => undefined)
  worker.once('exit', () => {
    if (idle === worker) idle = null
  })
  return worker
}

/** In the build, a file of its own next to the app's (`vite.config.ts`); from the sources, with the loader of tsx. */
function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: 384 }
  const source = new URL('worker.ts', import.meta.url)
  if (existsSync(source)) {
    const load = `import('tsx/esm/api').then(({ register }) => { register(); return import('${source.href}') })`
    return new Worker(load, { eval: true, resourceLimits, execArgv: [] })
  }
  const places = ['statement-worker.js', '../statement-worker.js'].map((path) => new URL(path, import.meta.url))
  return new Worker(places.find((place) => existsSync(place)) ?? places[0]!, { resourceLimits, execArgv: [] })
}
