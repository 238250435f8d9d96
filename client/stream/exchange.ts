import type { Answer, Route } from '../../shared/contract.ts'
import type { Position, StreamName } from '../../shared/position.ts'
import type { Call, Given } from '../api/call.ts'
import { CallFailed } from '../api/call-failed.ts'
import type { Fate } from './sync.ts'

type Settings<State> = {
  call: Call
  snapshot: (slice: string, streams: StreamName[], position: Position | null, write: (state: State) => void) => Fate
  refetch: () => void
  /** Who asks: an answer to somebody else is not written. */
  identity: () => string | null
}

type Into<State, R extends Route> = {
  /** What the answer is about, such as `order/x1`. */
  slice: string
  /** Those whose events change it. */
  streams: StreamName[]
  write: (state: State, answer: Answer<R>) => void
  signal?: AbortSignal | undefined
  /** Idempotency-Key. */
  key?: string | undefined
}

export type Exchange<State> = ReturnType<typeof createExchange<State>>

const mostTries = 5
/** Longer each time, in milliseconds. */
const pause = 50

/** Calls the store and writes its answers to where the events go, in the right order. */
export function createExchange<State>({ call, snapshot, refetch, identity }: Settings<State>) {
  async function ask<R extends Route>(route: R, args: Given<R>, into: Into<State, R>) {
    const { slice, streams, write, signal, key } = into
    const asking = identity()
    const { answer, position } = await call(route, args, { key, signal })
    if (signal?.aborted || identity() !== asking) throw new CallFailed(0, 'aborted', 'Request failed')
    return { answer, fate: snapshot(slice, streams, position, (state) => write(state, answer)) }
  }

  /** Reads, and reads again while more happened meanwhile than is remembered. @throws CallFailed */
  async function load<R extends Route>(route: R, args: Given<R>, into: Into<State, R>): Promise<Answer<R>> {
    for (let tries = 1; ; tries++) {
      const { answer, fate } = await ask(route, args, into)
      if (fate !== 'stale') return answer
      if (tries === mostTries) throw new CallFailed(0, 'behind', 'Request failed')
      await new Promise((resolve) => setTimeout(resolve, tries * pause))
    }
  }

  /** Changes something. What was answered is given back even where what is shown is newer. @throws CallFailed */
  async function send<R extends Route>(route: R, args: Given<R>, into: Into<State, R>): Promise<Answer<R>> {
    const { answer, fate } = await ask(route, args, into)
    if (fate === 'stale') refetch()
    return answer
  }

  return { load, send }
}
