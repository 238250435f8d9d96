import * as z from 'zod/mini'
import { Dollars, Time } from '../contract.ts'
import { orderStatuses, paymentStatuses } from '../orders/schema.ts'
import { PaymentMethod } from '../payments/schema.ts'
import { conversationStatuses } from '../support/staff-schema.ts'

/** How many rows of each kind the search of everything returns. */
export const maxFoundRows = 5

const Person = { firstName: z.string(), lastName: z.string(), email: z.string() }

/** What staff find by one text: a few rows of each kind, the newest or best first. */
export const StaffSearchResults = z.object({
  orders: z.array(
    z.object({
      _id: z.string(),
      customer: z.object(Person),
      paymentStatus: z.enum(paymentStatuses),
      orderStatus: z.enum(orderStatuses),
      /** Missing in answers of an earlier version. */
      paymentMethod: z.optional(PaymentMethod),
      total: Dollars,
      createdAt: Time,
    }),
  ),
  customers: z.array(z.object({ _id: z.string(), ...Person, isAdmin: z.boolean() })),
  items: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      price: Dollars,
      logoLink: z.string(),
      category: z.string(),
      isDraft: z.boolean(),
      isArchived: z.boolean(),
    }),
  ),
  /** The id of a conversation is its customer's. */
  conversations: z.array(
    z.object({
      _id: z.string(),
      customer: z.object(Person),
      status: z.enum(conversationStatuses),
      /** The beginning of the newest message. */
      lastMessage: z.string(),
      lastMessageAt: Time,
    }),
  ),
})
export type StaffSearchResults = z.infer<typeof StaffSearchResults>
