import type { sessions } from '../../drizzle/schema.ts'
import type { User } from '../../shared/accounts/schema.ts'
import type { Session } from '../../shared/accounts/session-schema.ts'
import type { Identity } from '../auth/identify.ts'

export const presentUser = (user: Identity['user']): User => ({
  _id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: user.phone,
  points: user.points,
  currency: user.currency,
  darkMode: user.darkMode,
  paymentMethod: user.paymentMethod,
  isAdmin: user.isAdmin,
  createdAt: user.createdAt.getTime(),
})

type SessionRow = Pick<typeof sessions.$inferSelect, 'id' | 'userAgent' | 'createdAt' | 'expiresAt'>

export const presentSession = ({ id, userAgent, createdAt, expiresAt }: SessionRow): Session => ({
  _id: id,
  userAgent,
  createdAt: createdAt.getTime(),
  expiresAt: expiresAt.getTime(),
})
