import type { EventType } from '../../shared/stream.ts'

/** A committed event, as it stands in the database: its data are JSON. */
export type Committed = { stream: string; seq: number; type: EventType; at: Date; data: string }
export type Ending = { sessionId: string; reason: 'expired' | 'logout' | 'password' | 'reuse' | 'role' | 'staff' }

type Carried = { events: Committed[]; ended: Ending }
type Listeners = { [K in keyof Carried]: Set<(what: Carried[K]) => void> }

/** Carries what was committed, in the order of the commits, to whoever listens in this process. */
export function createBus() {
  const listeners: Listeners = { events: new Set(), ended: new Set() }
  return {
    tell<K extends keyof Carried>(kind: K, what: Carried[K]) {
      for (const hear of listeners[kind]) hear(what)
    },
    on<K extends keyof Carried>(kind: K, hear: (what: Carried[K]) => void) {
      listeners[kind].add(hear)
      return () => void listeners[kind].delete(hear)
    },
  }
}

export type Bus = ReturnType<typeof createBus>
