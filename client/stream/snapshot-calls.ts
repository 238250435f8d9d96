import type { RouteOutput, Route } from '../../shared/contract.ts'
import type { StreamCursor, StreamName } from '../../shared/stream-cursor.ts'
import type { Call, CallArgs } from '../api/call.ts'
import { CallFailed } from '../api/call-failed.ts'
import type { SnapshotResult } from './sync.ts'

type Options<State> = {
  call: Call
  snapshot: (
    snapshotKey: string,
    streams: StreamName[],
    cursor: StreamCursor | null,
    write: (state: State) => void,
  ) => SnapshotResult
  refetch: () => void
  /** The current user: an answer that arrives after a change of user is discarded. */
  identity: () => string | null
}

type SnapshotOptions<State, R extends Route> = {
  /** What the answer describes, such as `order/x1`. */
  snapshotKey: string
  /** The streams whose events change it. */
  streams: StreamName[]
  write: (state: State, answer: RouteOutput<R>) => void
  signal?: AbortSignal | undefined
  /** Idempotency-Key. */
  key?: string | undefined
}

export type SnapshotCalls<State> = ReturnType<typeof createSnapshotCalls<State>>

const maxTries = 5
/** Times the number of tries so far. */
const retryDelayMs = 50

/** Calls whose answers are written to the store in order with the events. */
export function createSnapshotCalls<State>({ call, snapshot, refetch, identity }: Options<State>) {
  async function callAndWrite<R extends Route>(route: R, args: CallArgs<R>, options: SnapshotOptions<State, R>) {
    const { snapshotKey, streams, write, signal, key } = options
    const caller = identity()
    const { answer, position } = await call(route, args, { key, signal })
    if (signal?.aborted || identity() !== caller) throw new CallFailed(0, 'aborted', 'Request failed')
    return { answer, result: snapshot(snapshotKey, streams, position, (state) => write(state, answer)) }
  }

  /** Reads, and reads again if the answer is older than the buffered events. @throws CallFailed */
  async function load<R extends Route>(
    route: R,
    args: CallArgs<R>,
    options: SnapshotOptions<State, R>,
  ): Promise<RouteOutput<R>> {
    for (let tries = 1; ; tries++) {
      const { answer, result } = await callAndWrite(route, args, options)
      if (result !== 'stale') return answer
      if (tries === maxTries) throw new CallFailed(0, 'behind', 'Request failed')
      await new Promise((resolve) => setTimeout(resolve, tries * retryDelayMs))
    }
  }

  /** Changes something. Returns the answer even if the store is already newer. @throws CallFailed */
  async function send<R extends Route>(
    route: R,
    args: CallArgs<R>,
    options: SnapshotOptions<State, R>,
  ): Promise<RouteOutput<R>> {
    const { answer, result } = await callAndWrite(route, args, options)
    if (result === 'stale') refetch()
    return answer
  }

  return { load, send }
}
