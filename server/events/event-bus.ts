import type { SessionEndReason } from '../../shared/accounts/session-schema.ts'
import type { EventType } from '../../shared/stream.ts'

/** A committed event as the database stores it; `data` is the JSON that clients receive. */
export type StoredEvent = { stream: string; seq: number; type: EventType; at: Date; data: string }
export type SessionEnd = { sessionIds: readonly string[]; reason: 'expired' | SessionEndReason }
/** A signal to the sockets in some rooms of every process. It is never stored. */
export type EphemeralMessage = {
  rooms: string[]
  exceptRoom: string
  name: 'typing' | 'payment.progress'
  data: unknown
}
/** What a process announces about itself: `viewing` maps orders to the staff member who has each open. */
export type Peer = { nodeId: string; staffOnline: boolean; viewing: Record<string, string>; claiming: string[] }
/** The sockets that a user has on one process, by when they connected. `isQuestion` asks the others for theirs. */
export type UserSockets = { userId: string; nodeId: string; connectedAtMs: number[]; isQuestion: boolean }

export type BusMessages = {
  /** Each stream's events in order, each once. With several processes: of followed streams. */
  events: StoredEvent[]
  'session-ended': SessionEnd
  ephemeral: EphemeralMessage
  /** The other processes, whenever one of them comes, goes or changes. */
  peers: Peer[]
  /** From other processes. */
  'user-sockets': UserSockets
  /** The database has another history than before: the new epoch. */
  'epoch-changed': string
}
export type PublishedTopic = 'events' | 'session-ended' | 'ephemeral' | 'user-sockets'

/** Carries what was committed, and what is happening, to the listeners of this process or of every process. */
export type EventBus = {
  /** Call it after the commit. It neither throws nor waits when other processes can't be reached. */
  publish<K extends PublishedTopic>(topic: K, message: BusMessages[K]): void
  /** Returns a function that unsubscribes. */
  subscribe<K extends keyof BusMessages>(topic: K, listener: (message: BusMessages[K]) => void): () => void
  /**
   * Once it resolves, everything that is committed on the stream is delivered, until as many have unfollowed it.
   * @throws when the database is unavailable; then the stream isn't followed
   */
  followStream(stream: string): Promise<void>
  unfollowStream(stream: string): void
  /** Resolves once everything up to `seq` was delivered. @throws when the database is unavailable */
  waitForSeq(stream: string, seq: number): Promise<void>
  /** The head of a followed stream, milliseconds late at most; null when only the database knows it. */
  getHead(stream: string): number | null
  /** Sends the state of this process to the others. */
  announce(self: Omit<Peer, 'nodeId'>): void
  /** Null for a process that is alone. */
  readStats(): BusStats | null
  close(): Promise<void>
}

export type BusStats = {
  redis: 'none' | 'healthy' | 'unhealthy'
  /** The other live processes. */
  peers: number
  followedStreams: number
  /** Events that arrived, from this process or another one, and those of them that were known already. */
  receivedEvents: number
  repeatedEvents: number
  /** Events that arrived before one that precedes them and had to wait, and those for which there was no room to. */
  earlyEvents: number
  droppedEvents: number
  /** Events that were read from the database because they hadn't arrived, and how many of them a sweep found. */
  filledEvents: number
  sweptEvents: number
  sweeps: number
  /** When the last sweep ended: everything that was committed before it began has been delivered. */
  sweptAtMs: number
}

type Listeners = { [K in keyof BusMessages]: Set<(message: BusMessages[K]) => void> }

/** Delivers messages to the listeners of this process. */
export function createListeners() {
  const listeners: Listeners = {
    events: new Set(),
    'session-ended': new Set(),
    ephemeral: new Set(),
    peers: new Set(),
    'user-sockets': new Set(),
    'epoch-changed': new Set(),
  }
  return {
    publish<K extends keyof BusMessages>(topic: K, message: BusMessages[K]) {
      for (const listener of listeners[topic]) listener(message)
    },
    subscribe<K extends keyof BusMessages>(topic: K, listener: (message: BusMessages[K]) => void) {
      listeners[topic].add(listener)
      return () => void listeners[topic].delete(listener)
    },
  }
}

const done = Promise.resolve()

/** The bus of a process that alone writes its database: it delivers what this process commits, in commit order. */
export function createEventBus(): EventBus {
  const { publish, subscribe } = createListeners()
  return {
    publish(topic, message) {
      if (topic !== 'user-sockets') publish(topic, message)
    },
    subscribe,
    followStream: () => done,
    unfollowStream() {},
    waitForSeq: () => done,
    getHead: () => null,
    announce() {},
    readStats: () => null,
    close: () => done,
  }
}
