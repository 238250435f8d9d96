import * as z from 'zod/mini'
import { EmailPreferences } from './accounts/email-preferences-schema.ts'
import { User } from './accounts/schema.ts'
import { CartLine } from './cart/schema.ts'
import { Category, Item } from './catalogue/schema.ts'
import { Notification } from './notifications/schema.ts'
import { Order, OrderEventType } from './orders/schema.ts'
import { PointsEntry } from './points/schema.ts'
import { ReferralStatus } from './referrals/schema.ts'
import { Review, StarCounts } from './reviews/schema.ts'
import { conversationSides, SupportMessage } from './support/schema.ts'

/** An item's rating after a change of its reviews. Events of an earlier version have no `starCounts`. */
const rating = { averageRating: z.number(), reviewCount: z.int(), starCounts: z.optional(StarCounts) }

/**
 * The events of the catalogue's stream and of a user's own. Data are complete rows and absolute counts, so applying an
 * event twice is harmless.
 */
export const shopEvents = {
  'order.changed': z.object({ order: Order, change: OrderEventType }),
  'notification.created': z.object({ notification: Notification, unread: z.int() }),
  'notification.read': z.object({ ids: z.union([z.array(z.string()), z.literal('all')]), unread: z.int() }),
  // `unavailable`: the lines of archived items. Events of an earlier version have none.
  'cart.changed': z.object({ lines: z.array(CartLine), count: z.int(), unavailable: z.optional(z.array(CartLine)) }),
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
}
