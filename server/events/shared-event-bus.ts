import type { Logger } from 'pino'
import type { Db } from '../db/transactions.ts'
import { readEpoch } from './epoch.ts'
import {
  type BusMessages,
  type BusStats,
  createListeners,
  type EventBus,
  type Peer,
  type StoredEvent,
  type UserSockets,
} from './event-bus.ts'
import { createPeers, heartbeatMs } from './peers.ts'
import { openRedisChannels, type RedisChannels } from './redis-channels.ts'
import { repeat } from './repeat.ts'
import { createStreamTail } from './stream-tail.ts'
import { groupByStream } from './wire-format.ts'

/** How often the heads of all followed streams are compared with the database; more often without a healthy Redis. */
const sweepIntervalMs = 3000
const sweepIntervalWithoutRedisMs = 1000
/** Larger events are announced by number; each process reads them from the database. */
const maxPublishedLength = 64 * 1024

/** Messages between processes other than events. */
type Notice =
  | { kind: 'session-ended'; ended: BusMessages['session-ended'] }
  | { kind: 'ephemeral'; message: BusMessages['ephemeral'] }
  | { kind: 'peer'; peer: Peer }
  | { kind: 'leaving' }
  /** Asks every process to announce itself. */
  | { kind: 'hello' }
/** On a stream's channel: events, the number of the last of many, or the sockets of the stream's user. */
type StreamMessage = [seq: number, type: StoredEvent['type'], atMs: number, data: string][] | number | UserSockets

type Options = { db: Db; log: Logger; nodeId: string; redisUrl: string | null }

/**
 * The bus of processes that share a Postgres. The database is the source of truth; Redis, where there is one, only makes
 * delivery faster (docs/streams.md, Several processes).
 */
export async function createSharedEventBus({ db, log, nodeId, redisUrl }: Options): Promise<EventBus> {
  const listeners = createListeners()
  const peers = createPeers((others) => listeners.publish('peers', others))
  let epoch = await readEpoch(db)
  let self: Peer = { nodeId, staffOnline: false, viewing: {}, claiming: [] }
  let redis: RedisChannels | null = null

  const channelOf = (stream: string) => `kade:${epoch}:${stream}`
  const noticeStream = '#'
  const tail = createStreamTail({
    db,
    deliver: (events) => listeners.publish('events', events),
    subscribe: async (stream) => redis?.subscribe(channelOf(stream)),
    unsubscribe: (stream) => redis?.unsubscribe(channelOf(stream)),
  })

  const isHealthy = () => redis?.isHealthy() === true
  const send = (stream: string, message: StreamMessage | ({ from: string } & Notice)) =>
    redis?.publish(channelOf(stream), JSON.stringify(message))
  const notify = (notice: Notice) => send(noticeStream, { from: nodeId, ...notice })

  function receive(channel: string, text: string) {
    const prefix = channelOf('')
    if (!channel.startsWith(prefix)) return
    const stream = channel.slice(prefix.length)
    try {
      if (stream === noticeStream) receiveNotice(JSON.parse(text) as { from: string } & Notice)
      else receiveOnStream(stream, JSON.parse(text) as StreamMessage)
    } catch (error) {
      log.error({ err: error, stream }, 'a message of another process could not be handled')
    }
  }

  function receiveNotice(notice: { from: string } & Notice) {
    if (notice.from === nodeId) return
    if (notice.kind === 'session-ended') listeners.publish('session-ended', notice.ended)
    else if (notice.kind === 'ephemeral') listeners.publish('ephemeral', notice.message)
    else if (notice.kind === 'peer') peers.receive(notice.peer)
    else if (notice.kind === 'leaving') peers.remove(notice.from)
    else notify({ kind: 'peer', peer: self })
  }

  function receiveOnStream(stream: string, message: StreamMessage) {
    if (typeof message === 'number') tail.waitForSeq(stream, message).catch(logFailure)
    else if (Array.isArray(message)) {
      tail.receive(
        stream,
        message.map(([seq, type, atMs, data]) => ({ stream, seq, type, at: new Date(atMs), data })),
      )
    } else if (message.nodeId !== nodeId) listeners.publish('user-sockets', message)
  }

  function publishEvents(events: StoredEvent[]) {
    for (const [stream, group] of groupByStream(events)) {
      tail.receive(stream, group)
      if (!isHealthy()) continue
      const length = group.reduce((total, { data }) => total + data.length, 0)
      const isLarge = length > maxPublishedLength
      send(
        stream,
        isLarge ? group.at(-1)!.seq : group.map(({ seq, type, at, data }) => [seq, type, at.getTime(), data]),
      )
    }
  }

  async function sweep() {
    await noticeNewEpoch()
    await tail.sweep()
  }

  /** Another standby was promoted, or a backup was restored: no number that is known here means anything any more. */
  async function noticeNewEpoch() {
    const current = await readEpoch(db)
    if (current === epoch) return
    log.warn({ epoch: current }, 'the database has another history: all clients fetch again')
    for (const stream of [noticeStream, ...tail.listStreams()]) redis?.unsubscribe(channelOf(stream))
    const previous = epoch
    epoch = current
    try {
      await redis?.subscribe(channelOf(noticeStream))
      await tail.restart()
    } catch (error) {
      // The next sweep tries again.
      epoch = previous
      throw error
    }
    listeners.publish('epoch-changed', epoch)
  }

  function rejoin() {
    notify({ kind: 'hello' })
    notify({ kind: 'peer', peer: self })
    sweep().catch(logFailure)
  }

  const logFailure = (error: unknown) => log.warn({ err: error }, 'events could not be read from the database')

  if (redisUrl !== null) {
    redis = await openRedisChannels({
      redisUrl,
      log,
      receive,
      listChannels: () => [noticeStream, ...tail.listStreams()].map(channelOf),
      onRecovered: rejoin,
    })
  }
  // Every process needs these, even without sockets: queue places, typing and cached pages depend on them.
  await Promise.all(['staff', 'catalogue'].map(tail.followStream))
  const stops = [
    repeat(() => (isHealthy() ? sweepIntervalMs : sweepIntervalWithoutRedisMs), sweep, logFailure),
    repeat(
      heartbeatMs,
      () => {
        notify({ kind: 'peer', peer: self })
        peers.expire(isHealthy())
      },
      logFailure,
    ),
  ]

  return {
    publish(topic, message) {
      if (topic === 'events') publishEvents(message as StoredEvent[])
      else if (topic === 'user-sockets') send(`user:${(message as UserSockets).userId}`, message as UserSockets)
      else {
        listeners.publish(topic, message)
        if (topic === 'session-ended') notify({ kind: topic, ended: message as BusMessages['session-ended'] })
        else notify({ kind: 'ephemeral', message: message as BusMessages['ephemeral'] })
      }
    },
    subscribe: listeners.subscribe,
    followStream: tail.followStream,
    unfollowStream: tail.unfollowStream,
    waitForSeq: tail.waitForSeq,
    getHead: (stream) => (isHealthy() ? tail.getHead(stream) : null),
    announce(state) {
      self = { nodeId, ...state }
      notify({ kind: 'peer', peer: self })
    },
    readStats: (): BusStats => ({
      redis: redis === null ? 'none' : isHealthy() ? 'healthy' : 'unhealthy',
      peers: peers.count(),
      followedStreams: tail.listStreams().length,
      ...tail.readCounts(),
    }),
    async close() {
      for (const stop of stops) stop()
      notify({ kind: 'leaving' })
      await new Promise(setImmediate)
      redis?.close()
    },
  }
}
