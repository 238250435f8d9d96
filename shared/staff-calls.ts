import * as z from 'zod/mini'
import { Person } from './accounts.ts'
import { del, get, Id, Page, post } from './contract.ts'
import { Reason } from './order-calls.ts'
import {
  AuditEntry,
  auditSubjects,
  Customer,
  CustomerDetails,
  OrderNote,
  StaffReview,
  Stats,
  statsDays,
} from './staff.ts'

const Query = z.optional(z.string().check(z.maxLength(100)))
const NoteText = z
  .string({ error: 'Please write something' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Please write something' }),
    z.maxLength(2000, { error: 'A note takes at most 2000 characters' }),
  )

const mostPoints = 100_000
const wrongPoints = `Points must be a whole number from -${mostPoints} to ${mostPoints}, and not 0`
/** What staff correct a person's points by, and why. */
export const PointsCorrection = z.strictObject({
  points: z.int({ error: wrongPoints }).check(
    z.gte(-mostPoints, { error: wrongPoints }),
    z.lte(mostPoints, { error: wrongPoints }),
    z.refine((points) => points !== 0, { error: wrongPoints }),
  ),
  reason: Reason,
})

/** What staff read and do besides deciding on payments. */
export const staffRoutes = {
  orderNotes: get('/admin/orders/:id/notes', {
    who: 'staff',
    summary: 'What staff tell each other about an order, oldest first',
    output: { data: z.array(OrderNote) },
  }),
  addOrderNote: post('/admin/orders/:id/notes', {
    who: 'staff',
    summary: 'Leave a note on an order, for staff alone',
    input: z.strictObject({ text: NoteText }),
    output: { data: OrderNote, message: z.string() },
    idempotent: true,
  }),
  deleteOrderNote: del('/admin/orders/:id/notes/:noteId', {
    who: 'staff',
    summary: "Remove one's own note",
    output: { message: z.string() },
  }),
  staffReviews: get('/admin/reviews', {
    who: 'staff',
    summary: 'All reviews, newest first',
    input: z.strictObject({ q: Query, stars: z.optional(z.enum(['1', '2', '3', '4', '5'])), ...Page }),
    output: { data: z.array(StaffReview), totalCount: z.int(), nextCursor: z.nullable(z.string()) },
  }),
  removeReview: del('/admin/reviews/:id', {
    who: 'staff',
    summary: "Remove a review; the item's rating follows, and its author is told",
    output: { averageRating: z.number(), reviewCount: z.int(), message: z.string() },
  }),
  customers: get('/admin/customers', {
    who: 'staff',
    summary: 'Everybody with an account, newest first',
    input: z.strictObject({ q: Query, ...Page }),
    output: { data: z.array(Customer), totalCount: z.int(), nextCursor: z.nullable(z.string()) },
  }),
  customer: get('/admin/customers/:id', {
    who: 'staff',
    summary: 'One customer: orders, points, referrals, and where they are signed in',
    output: { data: CustomerDetails },
  }),
  correctPoints: post('/admin/customers/:id/points', {
    who: 'staff',
    summary: "Correct a person's points, never below 0; they read the reason",
    input: PointsCorrection,
    output: { data: Customer, message: z.string() },
    idempotent: true,
  }),
  endSessions: post('/admin/customers/:id/sessions/end', {
    who: 'staff',
    summary: 'Sign a person out, on one device or on all',
    input: z.strictObject({ sessionId: z.optional(Id) }),
    output: { ended: z.int(), message: z.string() },
  }),
  stats: get('/admin/stats', {
    who: 'staff',
    summary: 'Orders and revenue of the last days, 30 unless told',
    input: z.strictObject({ days: z.optional(z.enum(statsDays)) }),
    output: { data: Stats },
  }),
  audit: get('/admin/audit', {
    who: 'staff',
    summary: 'What staff did, newest first',
    input: z.strictObject({
      subject: z.optional(z.enum(auditSubjects)),
      /** Of one order, item, …; with `subject`. */
      subjectId: z.optional(Id),
      actor: z.optional(Id),
      action: z.optional(z.string().check(z.maxLength(60))),
      ...Page,
    }),
    output: {
      data: z.array(AuditEntry),
      /** Everybody who may have done something. */
      actors: z.array(Person),
      nextCursor: z.nullable(z.string()),
    },
  }),
}
