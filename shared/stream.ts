import * as z from 'zod/mini'
import { EmailPreferences } from './accounts/email-preferences-schema.ts'
import { User } from './accounts/schema.ts'
import { Session, sessionEndReasons } from './accounts/session-schema.ts'
import { TeamMember } from './accounts/second-factor-schema.ts'
import { Customer, CustomerProfile } from './accounts/staff-schema.ts'
import { AuditEntry } from './audit/schema.ts'
import { CartLine } from './cart/schema.ts'
import { Category, Item } from './catalogue/schema.ts'
import { StaffCategory, StaffItem } from './catalogue/staff-schema.ts'
import { Id, Time } from './contract.ts'
import { CouponUse, StaffCoupon } from './coupons/staff-schema.ts'
import { Notification } from './notifications/schema.ts'
import { Order, OrderEventType } from './orders/schema.ts'
import { OrderNote, StaffOrder } from './orders/staff-schema.ts'
import { PaymentProgress } from './payments/progress.ts'
import { StaffPayment } from './payments/staff-schema.ts'
import { StatementFile, StatementLine } from './statements/staff-schema.ts'
import { PointsEntry } from './points/schema.ts'
import { ReferralStatus } from './referrals/schema.ts'
import { Review, StarCounts } from './reviews/schema.ts'
import { System } from './staff/system-schema.ts'
import { type StreamName, streamNames } from './stream-cursor.ts'
import {
  conversationSides,
  deliveryStates,
  MarkRead,
  SocketSendMessage,
  SupportMessage,
  Typing,
} from './support/schema.ts'
import { Conversation, ConversationCounts, SavedReply, SupportNote } from './support/staff-schema.ts'

/** An item's rating after a change of its reviews. Events of an earlier version have no `starCounts`. */
const rating = { averageRating: z.number(), reviewCount: z.int(), starCounts: z.optional(StarCounts) }

/** All persisted events. Data are complete rows and absolute counts, so applying an event twice is harmless. */
export const eventData = {
  'order.changed': z.object({ order: z.union([StaffOrder, Order]), change: OrderEventType }),
  'notification.created': z.object({ notification: Notification, unread: z.int() }),
  'notification.read': z.object({ ids: z.union([z.array(z.string()), z.literal('all')]), unread: z.int() }),
  'cart.changed': z.object({ lines: z.array(CartLine), count: z.int() }),
  'points.changed': z.object({ entry: PointsEntry, totalPoints: z.int() }),
  'referral.changed': z.object(ReferralStatus),
  'user.changed': z.object({ user: User }),
  'preferences.changed': z.object({ preferences: EmailPreferences }),
  // `arrived`: the item was not on sale before.
  'item.changed': z.object({ item: Item, arrived: z.optional(z.boolean()) }),
  'item.removed': z.object({ _id: z.string() }),
  'review.changed': z.object({ review: Review, ...rating }),
  'review.removed': z.object({ _id: z.string(), item: z.string(), ...rating }),
  // `order`: the ids of all categories in their new sequence.
  'category.changed': z.object({ category: Category, order: z.optional(z.array(z.string())) }),
  'category.removed': z.object({ _id: z.string() }),
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
  // `unread`: messages the receiving side has not read, from staff on the user stream, from the customer on the staff's.
  'support.message': z.object({
    userId: z.string(),
    message: SupportMessage,
    unread: z.int(),
    clientId: z.optional(z.string()),
  }),
  // `by` has read all messages of the other side, up to the one with id `upTo` and number `seq`.
  'support.read': z.object({
    userId: z.string(),
    by: z.enum(conversationSides),
    upTo: z.string(),
    seq: z.int(),
    unread: z.int(),
  }),
  'support.conversation': z.object({ conversation: Conversation, counts: ConversationCounts }),
  // What became of the email with a reply to a visitor.
  'support.delivery': z.object({ userId: z.string(), _id: z.string(), delivery: z.enum(deliveryStates) }),
  'support.note': z.object({ note: SupportNote }),
  'support.note.removed': z.object({ _id: z.string(), userId: z.string() }),
  'reply.changed': z.object({ reply: SavedReply }),
  'reply.removed': z.object({ _id: z.string() }),
}
export type EventType = keyof typeof eventData
export type EventOf<T extends EventType> = { type: T; data: z.output<(typeof eventData)[T]> }
/** An event before it has a place in a stream. */
export type AppEvent = { [T in EventType]: EventOf<T> }[EventType]

/** An event on the wire; `decodeEvent` decodes its `data`. */
export const WireEvent = z.object({
  stream: z.enum(streamNames),
  seq: z.int(),
  type: z.string(),
  at: Time,
  data: z.unknown(),
})
export type WireEvent = z.infer<typeof WireEvent>
export type StreamEvent = AppEvent & { stream: StreamName; seq: number; at: number }

/** Returns null for an event type newer than this client, whose sequence number still counts. @throws ZodError */
export function decodeEvent({ type, data, ...place }: WireEvent): StreamEvent | null {
  const schema = eventData[type as EventType]
  return schema ? ({ ...place, type, data: schema.parse(data) } as StreamEvent) : null
}

const Heads = z.strictObject({
  user: z.optional(z.int().check(z.gte(0))),
  staff: z.optional(z.int().check(z.gte(0))),
  catalogue: z.optional(z.int().check(z.gte(0))),
})

/** What a client sends when it connects. `since` is its cursor. */
export const Handshake = z.strictObject({
  token: z.optional(z.string().check(z.maxLength(200))),
  epoch: z.optional(z.string().check(z.maxLength(64))),
  since: z.optional(Heads),
})

/** live: only new events follow. replay: every event after `since` follows. resync: the client must refetch. */
export const JoinMode = z.enum(['live', 'replay', 'resync'])
export type JoinMode = z.infer<typeof JoinMode>
const JoinedStream = z.object({ head: z.int(), mode: JoinMode })

/** The first message to a client, before any event. */
export const Welcome = z.object({
  epoch: z.string(),
  now: Time,
  supportOnline: z.boolean(),
  sessionExpiresAt: z.nullable(Time),
  streams: z.object({
    user: z.optional(JoinedStream),
    staff: z.optional(JoinedStream),
    catalogue: JoinedStream,
  }),
})
export type Welcome = z.infer<typeof Welcome>

/** Ephemeral signals, not persisted. */
export const signals = {
  viewing: z.object({ orderId: z.string(), name: z.nullable(z.string()) }),
  queue: z.object({ orderId: z.string(), ahead: z.int() }),
  // To those who watch the order: how far its transfer is on its chain.
  'payment.progress': PaymentProgress,
  presence: z.object({ supportOnline: z.boolean() }),
  // Someone other than the receiver is typing in the conversation of `userId`, or has stopped.
  typing: z.object({ userId: z.string(), who: z.enum(conversationSides), name: z.string(), on: z.boolean() }),
  // To staff, every few seconds.
  system: System,
  'session.ended': z.object({ reason: z.enum(['expired', ...sessionEndReasons, 'crowded']) }),
}
export type Signal = {
  [T in keyof typeof signals]: { type: T; data: z.output<(typeof signals)[T]> }
}[keyof typeof signals]

/** Messages from a connected client, each acknowledged with `{success, message?, error?}`. */
export const clientMessages = {
  // `claiming`: staff hold the order's claim in this tab. The claim ends when no tab that holds it is left.
  watch: z.strictObject({ orderId: Id, claiming: z.optional(z.boolean()) }),
  unwatch: z.strictObject({ orderId: Id }),
  session: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  // On success, the acknowledgement's `message` is the new message; errors are the same as over REST.
  'support:send': SocketSendMessage,
  'support:read': MarkRead,
  typing: Typing,
}
export type ClientMessageName = keyof typeof clientMessages

/** Maximum events of a stream, and maximum data of all streams, in a replay; a client that missed more must refetch. */
export const maxReplayEvents = 1000
export const maxReplayBytes = 1024 * 1024
