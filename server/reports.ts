import { type Channel, channel } from 'node:diagnostics_channel'

/** What the server reports of its own work, by kind; for metrics. Nothing in it identifies a person or a row. */
export type Reports = {
  /** A response was sent. `route` is a pattern, such as `/api/items/:id`. */
  request: { method: string; route: string; status: number; seconds: number }
  /** A mutation's events were committed. */
  append: { events: number }
  /** Transactions were committed; several may share one commit. */
  commit: { transactions: number; seconds: number }
  /** A transaction runs again after a deadlock or a serialization failure. */
  'transaction-retry': Record<never, never>
  /** A client that missed events receives them, or has to reload its data (`resync`). */
  replay: { outcome: 'replayed' | 'resync' }
  /** An email of the outbox was tried. */
  email: { outcome: 'sent' | 'retried' | 'failed' | 'dropped' }
  /** A transaction was checked on its chain. */
  'chain-check': { network: string; state: string }
  /** A transfer without a request was too small to be kept. */
  'small-transfer': { network: string }
  /** A scheduled job ran. */
  job: { job: string; failed: boolean; seconds: number }
}

// Looking a channel up takes longer than publishing to nobody.
const channels: { [K in keyof Reports]: Channel } = {
  request: channel('kade.request'),
  append: channel('kade.append'),
  commit: channel('kade.commit'),
  'transaction-retry': channel('kade.transaction-retry'),
  replay: channel('kade.replay'),
  email: channel('kade.email'),
  'chain-check': channel('kade.chain-check'),
  'small-transfer': channel('kade.small-transfer'),
  job: channel('kade.job'),
}

/** Whether anyone receives reports of this kind: for what is too much work to put together for nobody. */
export const isReported = (kind: keyof Reports): boolean => channels[kind].hasSubscribers

/** Publishes a diagnostic report to its subscribers; does nearly nothing without any. */
export function report<K extends keyof Reports>(kind: K, message: Reports[K]) {
  if (channels[kind].hasSubscribers) channels[kind].publish(message)
}

/** @returns a function that unsubscribes */
export function onReport<K extends keyof Reports>(kind: K, listener: (message: Reports[K]) => void): () => void {
  const receive = (message: unknown) => listener(message as Reports[K])
  channels[kind].subscribe(receive)
  return () => void channels[kind].unsubscribe(receive)
}
