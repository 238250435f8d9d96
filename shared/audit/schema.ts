import * as z from 'zod/mini'
import { UserSummary } from '../accounts/schema.ts'
import { Time } from '../contract.ts'

export const auditSubjects = [
  'order',
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
  actor: UserSummary,
  /** Subject and verb, such as `order.verify`. */
  action: z.string(),
  subject: z.enum(auditSubjects),
  subjectId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  at: Time,
  /** Covers this entry and the hash of the previous one. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
