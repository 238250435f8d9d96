import * as z from 'zod/mini'
import { get, Id, post, Time } from './contract.ts'
import { currencies } from './money.ts'

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
  isAdmin: z.boolean(),
  createdAt: Time,
})
export type User = z.infer<typeof User>

export const SignedIn = { token: z.string(), user: User, message: z.string() }

export const accountRoutes = {
  refresh: post('/auth/refresh', {
    who: 'anyone',
    summary: 'Exchange the refresh cookie for a new access token',
    output: SignedIn,
  }),
  signOut: post('/auth/logout', { who: 'anyone', summary: 'End this session', output: { message: z.string() } }),
  me: get('/auth/me', { who: 'customer', summary: 'Who is signed in', output: { user: User } }),
  changeCurrency: post('/auth/change-currency', {
    who: 'customer',
    summary: 'Choose the currency in which prices are shown',
    input: z.strictObject({ currency: Currency }),
    output: { user: User, message: z.string() },
  }),
  changeDarkMode: post('/auth/dark-mode', {
    who: 'customer',
    summary: 'Switch the dark look on or off',
    input: z.strictObject({ darkMode: z.boolean({ error: 'darkMode must be true or false' }) }),
    output: { user: User, message: z.string() },
  }),
}

/** Who wrote or did something, as others may see it. */
export const Person = z.object({ _id: Id, firstName: z.string(), lastName: z.string() })
