import { auditSubjects } from '../../shared/audit/schema.ts'
import { createdAt, enumerated, kit } from '../kit.ts'
import { users } from './accounts.ts'

/** The append-only log of staff actions; each row holds the hash of the previous one. */
export const audit = kit.table(
  'audit',
  {
    /** 1, 2, 3 … without gaps. */
    seq: kit.counter().primaryKey(),
    /** null for a command run on the server. */
    actorId: kit.text().references(() => users.id),
    action: kit.text().notNull(),
    subject: kit.oneOf(...auditSubjects).notNull(),
    subjectId: kit.text().notNull(),
    before: kit.json<unknown>(),
    after: kit.json<unknown>(),
    at: createdAt(),
    previousHash: kit.text().notNull(),
    hash: kit.text().notNull(),
    /** What the entry shows, folded for searching; not covered by the hash. */
    searchText: kit.text().notNull().default(''),
  },
  (t) => [
    kit.index('audit_by_subject').on(t.subject, t.seq),
    kit.index('audit_by_subject_id').on(t.subject, t.subjectId, t.seq),
    kit.index('audit_by_actor').on(t.actorId, t.seq),
    kit.index('audit_by_actor_and_subject').on(t.actorId, t.subject, t.seq),
    kit.index('audit_by_actor_and_action').on(t.actorId, t.action, t.seq),
    kit.index('audit_by_action').on(t.action, t.seq),
    kit.index('audit_by_time').on(t.at, t.seq),
    enumerated(t.subject, auditSubjects),
  ],
)
