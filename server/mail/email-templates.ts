import type { EmailKind } from '../outbox/email-kinds.ts'
import type { QueuedEmail } from '../outbox/queue-emails.ts'
import type { Block, EmailContent } from './content.ts'

/*
 * Emails contain nothing that a customer typed, not even names: otherwise anyone could have us send their words to any
 * address.
 */

/** An email about an account, which is stored as it is written here. A string is a paragraph. */
const email = (
  kind: EmailKind,
  to: string,
  subject: string,
  ...blocks: (string | Block)[]
): QueuedEmail & { payload: EmailContent } => ({
  kind,
  to,
  payload: {
    subject,
    heading: subject,
    blocks: blocks.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block)),
  },
})

const link = (label: string, url: string): Block => ({ type: 'button', label, url, isUnlabelled: true })

const resetIfNotYou = (publicUrl: string) => [
  "If this wasn't you, reset your password now:",
  link('Reset your password', `${publicUrl}/auth/forgot`),
  'This logs everyone out of your account.',
]

export const resetPasswordTemplate = (to: string, publicUrl: string, token: string) =>
  email(
    'password_reset',
    to,
    'Reset your Kade password',
    'We received a request to reset your password. Open this link to choose a new one:',
    link('Choose a new password', `${publicUrl}/auth/reset?token=${token}`),
    "The link works once and expires in 30 minutes. If you didn't request it, you can ignore this email; your password stays the same.",
  )

export const confirmEmailTemplate = (to: string, publicUrl: string, token: string) =>
  email(
    'email_confirmation',
    to,
    'Confirm your new email address',
    'You asked to use this email address for your Kade account. Open this link to confirm it:',
    link('Confirm this address', `${publicUrl}/auth/confirm-email?token=${token}`),
    "The link works once and expires in 24 hours. Until you confirm, your current address stays active. If you didn't request this, you can ignore this email.",
  )

export const emailChangeRequestedTemplate = (to: string, publicUrl: string) =>
  email(
    'account_notice',
    to,
    'Email change requested for your Kade account',
    'Someone who is logged in to your account asked to change its email address. We sent a link to the new address; once it is opened, that address replaces this one.',
    ...resetIfNotYou(publicUrl),
  )

export const emailChangedTemplate = (to: string, publicUrl: string) =>
  email(
    'account_notice',
    to,
    'Your Kade email address was changed',
    'Your account now has a new email address. This is the last email we send to this one.',
    "If this wasn't you, contact us right away:",
    link('Contact support', `${publicUrl}/support`),
  )

export const passwordChangedTemplate = (to: string, publicUrl: string) =>
  email(
    'account_notice',
    to,
    'Your Kade password was changed',
    'The password of your account was just changed, and all other devices were logged out.',
    ...resetIfNotYou(publicUrl),
  )

export const secondFactorChangedTemplate = (to: string, publicUrl: string, isOn: boolean) =>
  email(
    'account_notice',
    to,
    `Two-factor authentication turned ${isOn ? 'on' : 'off'} for your Kade account`,
    isOn
      ? 'Logging in to your account now also requires a code from your authenticator app.'
      : 'Logging in to your account now requires only your password.',
    ...resetIfNotYou(publicUrl),
  )

export const secondFactorResetTemplate = (to: string, publicUrl: string) =>
  email(
    'account_notice',
    to,
    'Two-factor authentication reset for your Kade account',
    'A colleague turned off two-factor authentication for your account, because you had lost access, and you were logged out everywhere. Logging in now requires only your password. Please set it up again.',
    ...resetIfNotYou(publicUrl),
  )

export const recoveryCodeUsedTemplate = (to: string, publicUrl: string, remaining: number) =>
  email(
    'account_notice',
    to,
    'A recovery code was used for your Kade account',
    `A recovery code was just used for your account. You have ${remaining || 'no'} recovery ${remaining === 1 ? 'code' : 'codes'} left.`,
    ...resetIfNotYou(publicUrl),
  )
