import type { users } from '../../drizzle/schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { presentUser } from './present.ts'

type UserRow = typeof users.$inferSelect

const noOrders = { orders: 0, verified: 0, failed: 0, spent: 0 }

/** Shows staff a new account. */
export function publishNewCustomer({ publish }: MutationContext, user: UserRow) {
  const { darkMode: _, paymentMethod: __, ...fields } = presentUser(user)
  publish('staff', { type: 'customer.changed', data: { customer: { ...fields, ...noOrders } } })
}

/** Shows staff the changed profile of a customer. */
export function publishProfile({ publish }: MutationContext, user: UserRow) {
  const { _id, firstName, lastName, email, phone, currency } = presentUser(user)
  publish('staff', {
    type: 'customer.profile',
    data: { customer: { _id, firstName, lastName, email, phone, currency } },
  })
}
