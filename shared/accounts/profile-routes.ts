import * as z from 'zod/mini'
import { get, post } from '../contract.ts'
import { EndSessionsInput, ForgotPassword, LinkToken, PasswordReset, ProfileUpdate } from './profile-schema.ts'
import { User } from './schema.ts'
import { OwnSession } from './session-schema.ts'

export const profileRoutes = {
  updateProfile: post('/auth/update', {
    access: 'customer',
    summary: 'Update name and phone; a new email address takes the password, and effect once it is confirmed',
    input: ProfileUpdate,
    output: { user: User, message: z.string() },
  }),
  confirmEmail: post('/auth/confirm-email', {
    access: 'public',
    summary: 'Confirm a new email address with the token from the emailed link',
    input: z.strictObject({ token: LinkToken }),
    output: { message: z.string() },
  }),
  forgotPassword: post('/auth/forgot-password', {
    access: 'public',
    summary: 'Email a password reset link; the response is the same for unknown addresses',
    input: ForgotPassword,
    output: { message: z.string() },
  }),
  resetPassword: post('/auth/reset-password', {
    access: 'public',
    summary: 'Set a new password with the token from the emailed link and end all sessions',
    input: PasswordReset,
    output: { message: z.string() },
  }),
  ownSessions: get('/auth/sessions', {
    access: 'customer',
    summary: 'List your sessions, newest first',
    output: { data: z.array(OwnSession) },
  }),
  endOwnSessions: post('/auth/sessions/end', {
    access: 'customer',
    summary: 'End one of your sessions, or all except the current one',
    input: EndSessionsInput,
    output: { ended: z.int(), message: z.string() },
  }),
}
