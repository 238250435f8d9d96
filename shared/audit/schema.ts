import * as z from 'zod/mini'
import { UserSummary } from '../accounts/schema.ts'
import { Time } from '../contract.ts'

export const auditSubjects = [
  'order',
  'payment',
  'item',
  'category',
  'coupon',
  'review',
  'customer',
  'support',
  'reply',
  'staff',
  'picture',
] as const

/** One staff action. */
export const AuditEntry = z.object({
  /** 1, 2, 3 …, without gaps. */
  seq: z.int(),
  /** null for a command run on the server. */
  actor: z.nullable(UserSummary),
  /** Subject and verb, such as `order.verify`. */
  action: z.string(),
  subject: z.enum(auditSubjects),
  subjectId: z.string(),
  /** The item's, category's, person's or reply's name, or the coupon's code; null if there is none. */
  subjectName: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  /** The names of what `before` and `after` refer to, by id. */
  names: z.record(z.string(), z.string()),
  at: Time,
  /** Covers this entry and the hash of the previous one. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
