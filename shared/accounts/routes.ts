import * as z from 'zod/mini'
import { get, post } from '../contract.ts'
import { PaymentMethod } from '../payments/schema.ts'
import { Currency, SignInResult, User } from './schema.ts'

export const accountRoutes = {
  refresh: post('/auth/refresh', {
    access: 'public',
    summary: 'Exchange the refresh cookie for a new access token',
    output: SignInResult,
  }),
  signOut: post('/auth/logout', {
    access: 'public',
    summary: 'Log out and end the session',
    output: { message: z.string() },
  }),
  me: get('/auth/me', { access: 'customer', summary: 'Return the current user', output: { user: User } }),
  changeCurrency: post('/auth/change-currency', {
    access: 'customer',
    summary: 'Change the display currency',
    input: z.strictObject({ currency: Currency }),
    output: { user: User, message: z.string() },
  }),
  changePaymentMethod: post('/auth/payment-method', {
    access: 'customer',
    summary: 'Remember how the user pays',
    input: z.strictObject({ paymentMethod: PaymentMethod }),
    output: { user: User, message: z.string() },
  }),
  changeDarkMode: post('/auth/dark-mode', {
    access: 'customer',
    summary: 'Turn dark mode on or off',
    input: z.strictObject({ darkMode: z.boolean({ error: 'darkMode must be true or false' }) }),
    output: { user: User, message: z.string() },
  }),
}
