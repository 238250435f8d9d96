import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { runMutation } from '../../../server/events/mutation.ts'
import type { StoredEvent } from '../../../server/events/event-bus.ts'
import { createStreamTail } from '../../../server/events/stream-tail.ts'
import { streamEvents } from '../../../drizzle/schema.ts'
import { eq } from 'drizzle-orm'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { openTimeoutMs } from '../../database.ts'
import { randomSeed, rounds } from '../../thorough.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, openTimeoutMs)
afterAll(() => server.close())

let count = 0
/** A stream with committed events; reads them as `receive` takes them. */
async function createStream(eventCount: number) {
  const stream = `user:tail${++count}`
  await commit(stream, eventCount)
  return stream
}
const commit = (stream: string, eventCount: number) =>
  runMutation(server.app, async ({ publish }) => {
    for (let i = 0; i < eventCount; i += 1) publish(stream, { type: 'item.removed', data: { _id: `${i}` } })
  })
const readEvents = async (stream: string): Promise<StoredEvent[]> =>
  (await server.app.db.select().from(streamEvents).where(eq(streamEvents.stream, stream))).toSorted(
    (a, b) => a.seq - b.seq,
  ) as StoredEvent[]
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

function createTail({ subscribe = async () => {} }: { subscribe?: () => Promise<void> } = {}) {
  const delivered: StoredEvent[] = []
  const unsubscribed: string[] = []
  const tail = createStreamTail({
    db: server.app.db,
    deliver: (events) => delivered.push(...events),
    subscribe,
    unsubscribe: (stream) => unsubscribed.push(stream),
  })
  onTestFinished(() => tail.listStreams().forEach(tail.unfollowStream))
  return { ...tail, delivered, unsubscribed, seqs: () => delivered.map(({ seq }) => seq) }
}

it('delivers all events of a change that has thousands, at once', async () => {
  const tail = createTail()
  await tail.followStream('user:thousands')
  const event = { stream: 'user:thousands', type: 'item.removed', at: new Date(), data: '{"_id":"x"}' } as const
  tail.receive(
    'user:thousands',
    range(1, 2500).map((seq) => ({ ...event, seq })),
  )
  expect(tail.seqs()).toEqual(range(1, 2500))
})

it('delivers each event once and in order, whatever arrives, in which order and how often', async () => {
  const stream = await createStream(30)
  const events = await readEvents(stream)
  const arrivals = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 6 }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(arrivals, async (batches) => {
      // Follows while the stream is empty: its head is read as 0.
      const empty = createTail()
      await empty.followStream('user:nothing')
      for (const seqs of batches) {
        empty.receive(
          'user:nothing',
          seqs.map((seq) => ({ ...events[seq - 1]!, stream: 'user:nothing' })),
        )
      }
      const contiguous = new Set(batches.flat())
      let last = 0
      while (contiguous.has(last + 1)) last += 1
      expect(empty.seqs()).toEqual(range(1, last))
      empty.unfollowStream('user:nothing')
    }),
    { seed: randomSeed, numRuns: rounds(200, 2000) },
  )
})

it('reads from the database what is missing before an event that arrived early', async () => {
  const stream = await createStream(2)
  const tail = createTail()
  await tail.followStream(stream)
  await commit(stream, 5)
  tail.receive(stream, (await readEvents(stream)).slice(6))
  expect(tail.delivered).toEqual([])
  await waitFor(() => tail.delivered.length === 5)
  expect(tail.seqs()).toEqual(range(3, 7))
  expect(tail.delivered).toEqual((await readEvents(stream)).slice(2))
  expect(tail.readCounts()).toMatchObject({
    receivedEvents: 1,
    earlyEvents: 1,
    filledEvents: 4,
    sweptEvents: 0,
    sweeps: 0,
  })
})

it('counts what arrives in order, repeatedly, early, and earlier than is kept', async () => {
  const tail = createTail()
  await tail.followStream('user:counted')
  const event = { stream: 'user:counted', type: 'item.removed', at: new Date(), data: '{"_id":"x"}' } as const
  const receive = (from: number, to: number) =>
    tail.receive(
      'user:counted',
      range(from, to).map((seq) => ({ ...event, seq })),
    )
  receive(1, 3)
  receive(2, 4)
  expect(tail.readCounts()).toMatchObject({ receivedEvents: 6, repeatedEvents: 2, earlyEvents: 0, droppedEvents: 0 })
  receive(6, 1010)
  expect(tail.readCounts()).toMatchObject({ receivedEvents: 1011, earlyEvents: 1000, droppedEvents: 5 })
  receive(5, 5)
  expect(tail.seqs()).toEqual(range(1, 1005))
  expect(tail.readCounts()).toMatchObject({ repeatedEvents: 2, earlyEvents: 1000, filledEvents: 0 })
})

it('sweeps up what never arrived, of every stream that is followed and of no other', async () => {
  const [followed, other] = [await createStream(0), await createStream(0)]
  const tail = createTail()
  await tail.followStream(followed)
  // More than are read at once.
  await commit(followed, 1200)
  await commit(other, 3)
  await tail.sweep()
  expect(tail.seqs()).toEqual(range(1, 1200))
  expect(tail.delivered.every(({ stream }) => stream === followed)).toBe(true)
  await tail.sweep()
  expect(tail.delivered).toHaveLength(1200)
  expect(tail.readCounts()).toMatchObject({ earlyEvents: 0, filledEvents: 1200, sweptEvents: 1200, sweeps: 2 })
})

it('waits for an event, and reads it if it does not arrive', async () => {
  const stream = await createStream(0)
  const tail = createTail()
  await tail.followStream(stream)
  await commit(stream, 4)
  await tail.waitForSeq(stream, 4)
  expect(tail.seqs()).toEqual([1, 2, 3, 4])
  await tail.waitForSeq(stream, 2)
  await tail.waitForSeq('user:not-followed', 9)
})

it('begins at the head that is read after the subscription', async () => {
  const stream = await createStream(3)
  const tail = createTail({ subscribe: () => commit(stream, 2) })
  await tail.followStream(stream)
  expect([tail.getHead(stream), tail.seqs()]).toEqual([5, []])
})

it('follows a stream until as many have unfollowed it', async () => {
  const stream = await createStream(0)
  const tail = createTail()
  await Promise.all([tail.followStream(stream), tail.followStream(stream)])
  tail.unfollowStream(stream)
  await commit(stream, 1)
  tail.receive(stream, await readEvents(stream))
  expect(tail.seqs()).toEqual([1])
  tail.unfollowStream(stream)
  expect([tail.unsubscribed, tail.getHead(stream), tail.listStreams()]).toEqual([[stream], null, []])
  await commit(stream, 1)
  tail.receive(stream, await readEvents(stream))
  await tail.sweep()
  expect(tail.seqs()).toEqual([1])
})

it('drops a read that is running when the stream is unfollowed, also for the next follower', async () => {
  const stream = await createStream(0)
  const tail = createTail()
  await tail.followStream(stream)
  // More than are read at once.
  await commit(stream, 600)
  const reading = tail.waitForSeq(stream, 600)
  tail.unfollowStream(stream)
  await tail.followStream(stream)
  await reading
  expect([tail.getHead(stream), tail.seqs()]).toEqual([600, []])
  await commit(stream, 1)
  await tail.sweep()
  expect(tail.seqs()).toEqual([601])
})

it('does not follow a stream whose head can not be read', async () => {
  let fails = true
  const tail = createTail({
    subscribe: async () => {
      if (fails) throw new Error('unavailable')
    },
  })
  const stream = await createStream(1)
  const both = await Promise.allSettled([tail.followStream(stream), tail.followStream(stream)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(tail.listStreams()).toEqual([])
  fails = false
  await tail.followStream(stream)
  expect(tail.getHead(stream)).toBe(1)
})

it('skips events that were pruned before they arrived', async () => {
  const stream = await createStream(0)
  const tail = createTail()
  await tail.followStream(stream)
  await commit(stream, 3)
  await server.app.db.delete(streamEvents).where(eq(streamEvents.stream, stream))
  await commit(stream, 2)
  await tail.sweep()
  expect(tail.seqs()).toEqual([4, 5])
})

it('starts again at the present head when the database has another history', async () => {
  const stream = await createStream(2)
  const tail = createTail()
  await tail.followStream(stream)
  tail.receive(stream, [{ ...(await readEvents(stream))[0]!, seq: 9 }])
  await commit(stream, 1)
  await tail.restart()
  expect([tail.getHead(stream), tail.seqs()]).toEqual([3, []])
  await commit(stream, 1)
  tail.receive(stream, (await readEvents(stream)).slice(3))
  expect(tail.seqs()).toEqual([4])
})
