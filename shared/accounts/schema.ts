import * as z from 'zod/mini'
import { Id, Time } from '../contract.ts'
import { currencies } from '../money.ts'
import { PaymentMethod } from '../payments/schema.ts'

export const Currency = z.enum(currencies, { error: 'currency must be USD, INR or LKR' })

export const User = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  points: z.int(),
  currency: Currency,
  darkMode: z.boolean(),
  /** How the user last chose to pay. Optional: browsers store users of the version that had no such field. */
  paymentMethod: z.optional(z.nullable(PaymentMethod)),
  isAdmin: z.boolean(),
  createdAt: Time,
})
export type User = z.infer<typeof User>

/** Output fields of the routes that open or renew a session. */
export const SignInResult = { token: z.string(), user: User, message: z.string() }

/** The author of something, as other users see them. */
export const UserSummary = z.object({ _id: Id, firstName: z.string(), lastName: z.string() })
