import { createdAt, kit } from '../kit.ts'
import { users } from './accounts.ts'

/** Every staff action. It only grows; each row carries the hash of the one before. */
export const audit = kit.table(
  'audit',
  {
    /** 1, 2, 3 …, dense. */
    seq: kit.int().primaryKey(),
    actorId: kit
      .text()
      .notNull()
      .references(() => users.id),
    action: kit.text().notNull(),
    subject: kit
      .oneOf('order', 'item', 'category', 'coupon', 'review', 'customer', 'support', 'reply', 'staff', 'picture')
      .notNull(),
    subjectId: kit.text().notNull(),
    before: kit.json<unknown>(),
    after: kit.json<unknown>(),
    at: createdAt(),
    previousHash: kit.text().notNull(),
    hash: kit.text().notNull(),
  },
  (t) => [kit.index('audit_by_subject').on(t.subject, t.subjectId), kit.index('audit_by_actor').on(t.actorId, t.seq)],
)
