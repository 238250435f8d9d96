import * as z from 'zod/mini'
import { Session } from './accounts/session-schema.ts'
import { TeamMember } from './accounts/second-factor-schema.ts'
import { Customer, CustomerProfile } from './accounts/staff-schema.ts'
import { AuditEntry } from './audit/schema.ts'
import { StaffCategory, StaffItem } from './catalogue/staff-schema.ts'
import { CouponUse, StaffCoupon } from './coupons/staff-schema.ts'
import { Order, OrderEventType } from './orders/schema.ts'
import { OrderNote, StaffOrder } from './orders/staff-schema.ts'
import { StaffPayment } from './payments/staff-schema.ts'
import { PointsEntry } from './points/schema.ts'
import { shopEvents } from './shop-events.ts'
import { StatementFile, StatementLine } from './statements/staff-schema.ts'
import { deliveryStates } from './support/schema.ts'
import { Conversation, ConversationCounts, SavedReply, SupportNote } from './support/staff-schema.ts'

/** All persisted events: those of the shop, and those of the staff stream, whose code staff alone load. */
export const eventData = {
  ...shopEvents,
  'order.changed': z.object({ order: z.union([StaffOrder, Order]), change: OrderEventType }),
  'staff.item.changed': z.object({ item: StaffItem }),
  'staff.item.removed': z.object({ _id: z.string() }),
  'staff.category.changed': z.object({ category: StaffCategory, order: z.optional(z.array(z.string())) }),
  'staff.category.removed': z.object({ _id: z.string() }),
  // `use` was reserved, or that of the order `released` given back; of a code of a batch, the batch is sent too.
  'coupon.changed': z.object({
    coupon: StaffCoupon,
    use: z.optional(CouponUse),
    released: z.optional(z.string()),
  }),
  'coupon.removed': z.object({ _id: z.string() }),
  // Published to staff only, as the ledger is theirs.
  'payment.changed': z.object({ payment: StaffPayment }),
  // `line`: the one that changed; without it, the statement is new or was taken back.
  'statement.changed': z.object({ file: StatementFile, line: z.optional(StatementLine) }),
  'order.note': z.object({ note: OrderNote }),
  'order.note.removed': z.object({ _id: z.string(), order: z.string() }),
  // Changes to a customer, published to the staff stream only.
  'customer.changed': z.object({ customer: Customer }),
  'customer.points': z.object({ userId: z.string(), entry: PointsEntry, totalPoints: z.int() }),
  'customer.profile': z.object({ customer: CustomerProfile }),
  // Staff ended sessions; these are left. Customers' own logins and logouts are not events.
  'customer.sessions': z.object({ userId: z.string(), sessions: z.array(Session) }),
  'staff.member': z.object({ member: TeamMember }),
  'audit.added': z.object({ entry: AuditEntry }),
  'support.conversation': z.object({ conversation: Conversation, counts: ConversationCounts }),
  // What became of the email with a reply to a visitor.
  'support.delivery': z.object({ userId: z.string(), _id: z.string(), delivery: z.enum(deliveryStates) }),
  'support.note': z.object({ note: SupportNote }),
  'support.note.removed': z.object({ _id: z.string(), userId: z.string() }),
  'reply.changed': z.object({ reply: SavedReply }),
  'reply.removed': z.object({ _id: z.string() }),
}
