import * as z from 'zod/mini'

/** The optional emails that a user can turn off; the others are always sent (docs/rules.md, Emails). */
export const EmailPreferences = z.object({
  /** An unpaid order is about to expire. */
  reminders: z.boolean(),
  /** Support has replied, and the reply is unread. */
  support: z.boolean(),
  /** To staff: a payment waits and nobody is online. */
  alerts: z.boolean(),
})
export type EmailPreferences = z.infer<typeof EmailPreferences>
