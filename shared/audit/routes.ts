import * as z from 'zod/mini'
import { UserSummary } from '../accounts/schema.ts'
import { get, Id, Pagination } from '../contract.ts'
import { AuditEntry, auditSubjects } from './schema.ts'

export const auditRoutes = {
  audit: get('/admin/audit', {
    access: 'staff',
    summary: 'List audit log entries, newest first',
    input: z.strictObject({
      subject: z.optional(z.enum(auditSubjects)),
      /** Only entries about this row; used together with `subject`. */
      subjectId: z.optional(Id),
      actor: z.optional(Id),
      action: z.optional(z.string().check(z.maxLength(60))),
      ...Pagination,
    }),
    output: {
      data: z.array(AuditEntry),
      /** Every user who can appear as an actor. */
      actors: z.array(UserSummary),
      nextCursor: z.nullable(z.string()),
    },
  }),
}
