import type { sessions, users } from '../../drizzle/schema.ts'
import type { Change } from '../stream/change.ts'
import { presentSession, presentUser } from './present.ts'

type User = typeof users.$inferSelect
type Session = typeof sessions.$inferSelect

const nothingYet = { orders: 0, verified: 0, failed: 0, spent: 0 }

/** Staff see who opened an account. */
export function tellNewcomer({ tell }: Change, user: User) {
  const { darkMode: _, ...shown } = presentUser(user)
  tell('staff', { type: 'customer.changed', data: { customer: { ...shown, ...nothingYet } } })
}

/** Staff see what a customer changed of their profile. */
export function tellProfile({ tell }: Change, user: User) {
  const { _id, firstName, lastName, email, phone, currency } = presentUser(user)
  tell('staff', {
    type: 'customer.profile',
    data: { customer: { _id, firstName, lastName, email, phone, currency } },
  })
}

/** Staff see where a customer signed in. */
export function tellSession({ tell }: Change, session: Session) {
  tell('staff', {
    type: 'customer.session',
    data: { userId: session.userId, session: presentSession(session) },
  })
}
