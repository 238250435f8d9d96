import { createdAt, kit } from '../kit.ts'

/** A line of events that somebody may follow: `user:{id}`, `staff` or `catalogue`. */
export const streams = kit.table('streams', {
  name: kit.text().primaryKey(),
  /** The number of its newest event. */
  seq: kit.int().notNull(),
  /** The oldest event still kept; those before it can't be replayed. */
  oldest: kit.int().notNull().default(1),
})

export const streamEvents = kit.table(
  'stream_events',
  {
    stream: kit.text().notNull(),
    seq: kit.int().notNull(),
    type: kit.text().notNull(),
    /** The event's data as they go over the wire, in JSON. */
    data: kit.text().notNull(),
    at: createdAt(),
  },
  (t) => [kit.primaryKey({ columns: [t.stream, t.seq] }), kit.index('stream_events_by_age').on(t.at)],
)

/** One row: which life of the database this is. A new one begins when it is seeded or restored. */
export const epochs = kit.table('epochs', { id: kit.int().primaryKey(), epoch: kit.text().notNull() })

/** The first successful answer to a request that carried an `Idempotency-Key`. */
export const idempotencyKeys = kit.table(
  'idempotency_keys',
  {
    userId: kit.text().notNull(),
    route: kit.text().notNull(),
    key: kit.text().notNull(),
    bodyHash: kit.text().notNull(),
    answer: kit.text().notNull(),
    /** The stream position that went with it. */
    position: kit.text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    kit.primaryKey({ columns: [t.userId, t.route, t.key] }),
    kit.index('idempotency_keys_by_age').on(t.createdAt),
  ],
)
