import type { User } from '../../shared/accounts.ts'
import type { Identity } from './identify.ts'

export const presentUser = (user: Identity['user']): User => ({
  _id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: user.phone,
  points: user.points,
  currency: user.currency,
  darkMode: user.darkMode,
  isAdmin: user.isAdmin,
  createdAt: user.createdAt.getTime(),
})
