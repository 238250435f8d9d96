import { createdAt, kit } from '../kit.ts'

/** A numbered sequence of events that clients subscribe to: `user:{id}`, `staff` or `catalogue`. */
export const streams = kit.table('streams', {
  name: kit.text().primaryKey(),
  /** The number of the newest event: the stream head. */
  seq: kit.counter().notNull(),
  /** The number of the oldest event that can still be replayed; older ones were pruned. */
  oldest: kit.counter().notNull().default(1),
})

export const streamEvents = kit.table(
  'stream_events',
  {
    stream: kit.text().notNull(),
    seq: kit.counter().notNull(),
    type: kit.text().notNull(),
    /** The event's data as sent to clients, in JSON. */
    data: kit.text().notNull(),
    at: createdAt(),
  },
  (t) => [kit.primaryKey({ columns: [t.stream, t.seq] }), kit.index('stream_events_by_age').on(t.at)],
)

/** One row: the epoch, replaced when the database is seeded or restored, so that clients fetch everything again. */
export const epochs = kit.table('epochs', { id: kit.int().primaryKey(), epoch: kit.text().notNull() })

/** The response to the first successful request with an `Idempotency-Key`. */
export const idempotencyKeys = kit.table(
  'idempotency_keys',
  {
    userId: kit.text().notNull(),
    route: kit.text().notNull(),
    key: kit.text().notNull(),
    bodyHash: kit.text().notNull(),
    answer: kit.text().notNull(),
    /** The `X-Stream-Position` header of the response. */
    position: kit.text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    kit.primaryKey({ columns: [t.userId, t.route, t.key] }),
    kit.index('idempotency_keys_by_age').on(t.createdAt),
  ],
)
