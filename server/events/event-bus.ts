import type { SessionEndReason } from '../../shared/accounts/session-schema.ts'
import type { EventType } from '../../shared/stream.ts'

/** A committed event as the database stores it; `data` is the JSON that clients receive. */
export type StoredEvent = { stream: string; seq: number; type: EventType; at: Date; data: string }
export type SessionEnd = { sessionIds: readonly string[]; reason: 'expired' | SessionEndReason }

type BusMessages = { events: StoredEvent[]; 'session-ended': SessionEnd }
type Listeners = { [K in keyof BusMessages]: Set<(message: BusMessages[K]) => void> }

/** Delivers what was committed, in commit order, to the listeners of this process. */
export function createEventBus() {
  const listeners: Listeners = { events: new Set(), 'session-ended': new Set() }
  return {
    publish<K extends keyof BusMessages>(topic: K, message: BusMessages[K]) {
      for (const listener of listeners[topic]) listener(message)
    },
    /** Returns a function that unsubscribes. */
    subscribe<K extends keyof BusMessages>(topic: K, listener: (message: BusMessages[K]) => void) {
      listeners[topic].add(listener)
      return () => void listeners[topic].delete(listener)
    },
  }
}

export type EventBus = ReturnType<typeof createEventBus>
