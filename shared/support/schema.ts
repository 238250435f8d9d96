import * as z from 'zod/mini'
import { Time } from '../contract.ts'

/** Maximum length of a message, note or saved reply. */
export const maxMessageLength = 4000

/** The two sides of a conversation. */
export const conversationSides = ['customer', 'staff'] as const

/** What became of the email that answers a visitor. */
export const deliveryStates = ['waiting', 'sent', 'failed'] as const

export const SupportMessage = z.object({
  _id: z.string(),
  /** 1, 2, 3 … within the conversation, without gaps. */
  seq: z.int(),
  message: z.string(),
  /** `isAdmin`: sent as staff, not as the customer. */
  sender: z.object({ _id: z.string(), firstName: z.string(), isAdmin: z.boolean() }),
  /** The attachment: an item, an order, a picture of an order's transfer, or none. */
  item: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  order: z.nullable(z.object({ _id: z.string() })),
  /** The picture may be deleted since. Visitors have none, and messages of an earlier version. */
  proof: z.optional(z.nullable(z.object({ _id: z.string(), order: z.string() }))),
  /** Whether the other side has read it. */
  read: z.boolean(),
  createdAt: Time,
  /** The sender's own id for the message, used to deduplicate retries. */
  clientId: z.nullable(z.string()),
  /** Only of replies to a visitor, which go out by email. */
  delivery: z.optional(z.enum(deliveryStates)),
})
export type SupportMessage = z.infer<typeof SupportMessage>
