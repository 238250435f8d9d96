import * as z from 'zod/mini'
import { Dollars } from '../contract.ts'
import { paymentStatuses } from '../orders/schema.ts'
import { PaymentMethod } from '../payments/schema.ts'

export const statsDays = ['7', '30', '90'] as const

const revenueFields = { orders: z.int(), revenue: Dollars }

/** Revenue is counted on the day (UTC) the payment was verified. */
export const Stats = z.object({
  days: z.array(z.object({ day: z.string(), ...revenueFields })),
  methods: z.array(z.object({ method: PaymentMethod, ...revenueFields })),
  /** Current payment status of the orders placed in the period. */
  states: z.record(z.enum(paymentStatuses), z.int()),
  totals: z.object(revenueFields),
  /** Totals of the preceding period of the same length. */
  before: z.object({
    ...revenueFields,
    /** Missing in answers of an earlier version, as the median. */
    verified: z.optional(z.int()),
    medianToVerify: z.optional(z.nullable(z.int())),
  }),
  /** Median time from marked as paid to verified, in milliseconds; null when nothing was verified. */
  medianToVerify: z.nullable(z.int()),
  verified: z.int(),
})
export type Stats = z.infer<typeof Stats>
