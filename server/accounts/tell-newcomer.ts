import type { users } from '../../drizzle/schema.ts'
import type { Change } from '../stream/change.ts'
import { presentUser } from './present.ts'

const nothingYet = { orders: 0, verified: 0, failed: 0, spent: 0 }

/** Staff see who opened an account. */
export function tellNewcomer({ tell }: Change, user: typeof users.$inferSelect) {
  const { darkMode: _, ...shown } = presentUser(user)
  tell('staff', { type: 'customer.changed', data: { customer: { ...shown, ...nothingYet } } })
}
