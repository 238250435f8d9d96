import type { StoreApi } from 'zustand/vanilla'
import type { Call } from './api/call.ts'
import type { Idempotently } from './api/idempotent-retry.ts'
import type { State } from './state.ts'
import type { SnapshotCalls } from './stream/snapshot-calls.ts'

/**
 * What actions work with. `load` and `send` call a route and write the answer to the store in stream order; `call`
 * returns an answer that is not stored. Actions that also need the session, the connection or the device's storage ask
 * for them: `Pick<Client, 'call' | 'session'>`.
 */
export type ActionContext = SnapshotCalls<State> & {
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>
  /** Changes the state in one step; Immer applies the changes made to the draft. */
  update: (change: (draft: State) => void) => void
  call: Call
  idempotently: Idempotently
}
