import { auditSubjects } from '../../shared/audit/schema.ts'
import { createdAt, enumerated, kit } from '../kit.ts'
import { users } from './accounts.ts'

/** The append-only log of staff actions; each row holds the hash of the previous one. */
export const audit = kit.table(
  'audit',
  {
    /** 1, 2, 3 … without gaps. */
    seq: kit.int().primaryKey(),
    actorId: kit
      .text()
      .notNull()
      .references(() => users.id),
    action: kit.text().notNull(),
    subject: kit.oneOf(...auditSubjects).notNull(),
    subjectId: kit.text().notNull(),
    before: kit.json<unknown>(),
    after: kit.json<unknown>(),
    at: createdAt(),
    previousHash: kit.text().notNull(),
    hash: kit.text().notNull(),
  },
  (t) => [
    kit.index('audit_by_subject').on(t.subject, t.subjectId),
    kit.index('audit_by_actor').on(t.actorId, t.seq),
    enumerated(t.subject, auditSubjects),
  ],
)
