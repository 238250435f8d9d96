import * as z from 'zod/mini'
import { User } from './accounts.ts'
import { CartLine } from './cart.ts'
import { Category, Item } from './catalogue.ts'
import { Id, Time } from './contract.ts'
import { Notification } from './notifications.ts'
import { Change, Order, StaffOrder } from './order-calls.ts'
import { PointsEntry } from './points.ts'
import { type StreamName, streamNames } from './position.ts'
import { ReferralStanding } from './referrals.ts'
import { Review } from './reviews.ts'
import { AuditEntry, Customer, CustomerProfile, OrderNote, Session } from './staff.ts'
import { StaffCategory, StaffCoupon, StaffItem } from './staff-catalogue.ts'
import { Conversation, ConversationCounts, SavedReply, SupportMessage, SupportNote } from './support.ts'
import { SocketMessage, SocketRead, SocketTyping } from './support-calls.ts'

/** Everything that can happen and stay. Data are whole rows and absolute counts, so that twice is as good as once. */
export const eventData = {
  'order.changed': z.object({ order: z.union([StaffOrder, Order]), change: Change }),
  'notification.created': z.object({ notification: Notification, unread: z.int() }),
  'notification.read': z.object({ ids: z.union([z.array(z.string()), z.literal('all')]), unread: z.int() }),
  'cart.changed': z.object({ lines: z.array(CartLine), count: z.int() }),
  'points.changed': z.object({ entry: PointsEntry, totalPoints: z.int() }),
  'referral.changed': z.object(ReferralStanding),
  'user.changed': z.object({ user: User }),
  // `arrived`: it was not on sale before.
  'item.changed': z.object({ item: Item, arrived: z.optional(z.boolean()) }),
  'item.removed': z.object({ _id: z.string() }),
  'review.changed': z.object({ review: Review, averageRating: z.number(), reviewCount: z.int() }),
  'review.removed': z.object({ _id: z.string(), item: z.string(), averageRating: z.number(), reviewCount: z.int() }),
  // `order`: the ids of all, as they stand now.
  'category.changed': z.object({ category: Category, order: z.optional(z.array(z.string())) }),
  'category.removed': z.object({ _id: z.string() }),
  'staff.item.changed': z.object({ item: StaffItem }),
  'staff.item.removed': z.object({ _id: z.string() }),
  'staff.category.changed': z.object({ category: StaffCategory, order: z.optional(z.array(z.string())) }),
  'staff.category.removed': z.object({ _id: z.string() }),
  'coupon.changed': z.object({ coupon: StaffCoupon }),
  'coupon.removed': z.object({ _id: z.string() }),
  'order.note': z.object({ note: OrderNote }),
  'order.note.removed': z.object({ _id: z.string(), order: z.string() }),
  // Of a customer, on the staff's stream alone: the row, a new entry of the ledger, where they are signed in.
  'customer.changed': z.object({ customer: Customer }),
  'customer.points': z.object({ userId: z.string(), entry: PointsEntry, totalPoints: z.int() }),
  // What the customer did by themselves: wrote their profile anew, signed in, signed out.
  'customer.profile': z.object({ customer: CustomerProfile }),
  'customer.session': z.object({ userId: z.string(), session: Session }),
  'customer.session.ended': z.object({ userId: z.string(), _id: z.string() }),
  'customer.sessions': z.object({ userId: z.string(), sessions: z.array(Session) }),
  'audit.added': z.object({ entry: AuditEntry }),
  // `unread` is the reader's own: on the customer's stream what support wrote, on the staff's what the customer wrote.
  'support.message': z.object({
    userId: z.string(),
    message: SupportMessage,
    unread: z.int(),
    clientId: z.optional(z.string()),
  }),
  // All that the other side wrote, up to the message with this id and number, was read by `by`.
  'support.read': z.object({
    userId: z.string(),
    by: z.enum(['customer', 'staff']),
    upTo: z.string(),
    seq: z.int(),
    unread: z.int(),
  }),
  'support.conversation': z.object({ conversation: Conversation, counts: ConversationCounts }),
  'support.note': z.object({ note: SupportNote }),
  'support.note.removed': z.object({ _id: z.string(), userId: z.string() }),
  'reply.changed': z.object({ reply: SavedReply }),
  'reply.removed': z.object({ _id: z.string() }),
}
export type EventType = keyof typeof eventData
export type EventOf<T extends EventType> = { type: T; data: z.output<(typeof eventData)[T]> }
/** An event without its place in a stream. */
export type StoreEvent = { [T in EventType]: EventOf<T> }[EventType]

/** An event as it goes over the wire; `data` is decoded by `decodeEvent`. */
export const WireEvent = z.object({
  stream: z.enum(streamNames),
  seq: z.int(),
  type: z.string(),
  at: Time,
  data: z.unknown(),
})
export type WireEvent = z.infer<typeof WireEvent>
export type StreamEvent = StoreEvent & { stream: StreamName; seq: number; at: number }

/** null for a type that this client is too old to know: its place in the stream still counts. */
export function decodeEvent({ type, data, ...place }: WireEvent): StreamEvent | null {
  const schema = eventData[type as EventType]
  return schema ? ({ ...place, type, data: schema.parse(data) } as StreamEvent) : null
}

const Heads = z.strictObject({
  user: z.optional(z.int().check(z.gte(0))),
  staff: z.optional(z.int().check(z.gte(0))),
  catalogue: z.optional(z.int().check(z.gte(0))),
})

/** What a client says when it joins. */
export const Join = z.strictObject({
  token: z.optional(z.string().check(z.maxLength(200))),
  epoch: z.optional(z.string().check(z.maxLength(64))),
  since: z.optional(Heads),
})

/** live: from now on. replay: all since what was given follows. resync: fetch again. */
export const JoinMode = z.enum(['live', 'replay', 'resync'])
const Joined = z.object({ head: z.int(), mode: JoinMode })

/** The first thing a client is told, before any event. */
export const Welcome = z.object({
  epoch: z.string(),
  now: Time,
  supportOnline: z.boolean(),
  sessionExpiresAt: z.nullable(Time),
  streams: z.object({ user: z.optional(Joined), staff: z.optional(Joined), catalogue: Joined }),
})
export type Welcome = z.infer<typeof Welcome>

/** Told as it happens and not kept. */
export const signals = {
  viewing: z.object({ orderId: z.string(), name: z.nullable(z.string()) }),
  queue: z.object({ orderId: z.string(), ahead: z.int() }),
  presence: z.object({ supportOnline: z.boolean() }),
  // Somebody else than the reader writes in the conversation of `userId`, or no longer does.
  typing: z.object({ userId: z.string(), who: z.enum(['customer', 'staff']), name: z.string(), on: z.boolean() }),
  'session.ended': z.object({ reason: z.enum(['expired', 'logout', 'password', 'reuse', 'role', 'staff', 'crowded']) }),
}
export type Signal = {
  [T in keyof typeof signals]: { type: T; data: z.output<(typeof signals)[T]> }
}[keyof typeof signals]

/** What a client may send once it is joined; each is acknowledged with `{success, message?, error?}`. */
export const requests = {
  watch: z.strictObject({ orderId: Id }),
  unwatch: z.strictObject({ orderId: Id }),
  session: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  // Acknowledged with the message as `message`; refused, with a sentence there and the code as `error`, as over REST.
  'support:send': SocketMessage,
  'support:read': SocketRead,
  typing: SocketTyping,
}
export type RequestName = keyof typeof requests

/** Replays longer than this are not made: the client fetches again. */
export const longestReplay = 1000
