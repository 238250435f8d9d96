import * as z from 'zod/mini'
import { get, post } from '../contract.ts'
import { PasswordChange, Registration, SignIn } from './login-schema.ts'
import { SignInResult, User } from './schema.ts'

export const signInRoutes = {
  register: post('/auth/register', {
    access: 'public',
    summary: 'Create an account and log in',
    input: Registration,
    output: SignInResult,
  }),
  signIn: post('/auth/login', { access: 'public', summary: 'Log in', input: SignIn, output: SignInResult }),
  changePassword: post('/auth/change-password', {
    access: 'customer',
    summary: 'Change the password and end all other sessions',
    input: PasswordChange,
    output: { user: User, message: z.string() },
  }),
  captcha: get('/captcha/challenge', {
    access: 'public',
    summary: 'Create a proof-of-work captcha challenge',
    output: { parameters: z.record(z.string(), z.unknown()), signature: z.optional(z.string()) },
  }),
}
