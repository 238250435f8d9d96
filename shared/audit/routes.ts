import * as z from 'zod/mini'
import { UserSummary } from '../accounts/schema.ts'
import { get, Id, Pagination, SearchQuery, sortDirections, Time } from '../contract.ts'
import { AuditEntry, auditSubjects } from './schema.ts'

/** The actor of commands run on the server, which have no user. */
export const commandLine = 'command-line'
/** The actor of what the store did by itself. */
export const storeActor = 'the-store'

/** Who acted, as the filter takes it. */
export const actorKey = ({ actor, subject }: Pick<AuditEntry, 'actor' | 'subject'>) =>
  actor?._id ?? (subject === 'staff' ? commandLine : storeActor)

const filters = {
  subject: z.optional(z.enum(auditSubjects)),
  /** Only entries about this row; used together with `subject`. */
  subjectId: z.optional(Id),
  /** A user's id, `command-line` or `the-store`. */
  actor: z.optional(Id),
  action: z.optional(z.string().check(z.maxLength(60))),
  /** Text of the entry as it is shown, in any case. */
  q: SearchQuery,
  /** Only entries from this time on … */
  from: z.optional(Time),
  /** … and before this one. */
  to: z.optional(Time),
}

export const auditRoutes = {
  audit: get('/admin/audit', {
    access: 'staff',
    summary: 'List audit log entries, newest first unless `direction` is `asc`',
    input: z.strictObject({ ...filters, direction: z.optional(z.enum(sortDirections)), ...Pagination }),
    output: {
      data: z.array(AuditEntry),
      /** Every user who can appear as an actor. */
      actors: z.array(UserSummary),
      /** A search reads a number of entries at a time, so a page may be short, or empty, with more to come. */
      nextCursor: z.nullable(z.string()),
    },
  }),
  exportAudit: get('/admin/audit/export', {
    access: 'staff',
    summary: 'Export the newest 10,000 entries of a filter as CSV',
    input: z.strictObject(filters),
    output: { name: z.string(), text: z.string() },
    download: 'text/csv; charset=utf-8; header=present',
  }),
}
