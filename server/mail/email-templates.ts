import type { Email } from './mailer.ts'

/*
 * Emails contain nothing that a user typed, not even names: otherwise anyone could have us send their words to any
 * address.
 */

const email = (to: string, subject: string, ...paragraphs: string[]): Email => ({
  to,
  subject,
  text: ['Hello,', ...paragraphs, 'Kade'].join('\n\n') + '\n',
})

const resetIfNotYou = (publicUrl: string) =>
  `If this wasn't you, reset your password now:\n${publicUrl}/auth/forgot\nThis logs everyone out of your account.`

export const resetPasswordTemplate = (to: string, publicUrl: string, token: string) =>
  email(
    to,
    'Reset your Kade password',
    'We received a request to reset your password. Open this link to choose a new one:',
    `${publicUrl}/auth/reset?token=${token}`,
    "The link works once and expires in 30 minutes. If you didn't request it, you can ignore this email; your password stays the same.",
  )

export const confirmEmailTemplate = (to: string, publicUrl: string, token: string) =>
  email(
    to,
    'Confirm your new email address',
    'You asked to use this email address for your Kade account. Open this link to confirm it:',
    `${publicUrl}/auth/confirm-email?token=${token}`,
    "The link works once and expires in 24 hours. Until you confirm, your current address stays active. If you didn't request this, you can ignore this email.",
  )

export const emailChangeRequestedTemplate = (to: string, publicUrl: string) =>
  email(
    to,
    'Email change requested for your Kade account',
    'Someone who is logged in to your account asked to change its email address. We sent a link to the new address; once it is opened, that address replaces this one.',
    resetIfNotYou(publicUrl),
  )

export const emailChangedTemplate = (to: string, publicUrl: string) =>
  email(
    to,
    'Your Kade email address was changed',
    'Your account now has a new email address. This is the last email we send to this one.',
    `If this wasn't you, contact us right away: ${publicUrl}/support`,
  )

export const passwordChangedTemplate = (to: string, publicUrl: string) =>
  email(
    to,
    'Your Kade password was changed',
    'The password of your account was just changed, and all other devices were logged out.',
    resetIfNotYou(publicUrl),
  )

export const secondFactorChangedTemplate = (to: string, publicUrl: string, isOn: boolean) =>
  email(
    to,
    `Second factor turned ${isOn ? 'on' : 'off'} for your Kade account`,
    isOn
      ? 'Logging in to your account now also requires a code from your authenticator app.'
      : 'Logging in to your account now requires only your password.',
    resetIfNotYou(publicUrl),
  )

export const recoveryCodeUsedTemplate = (to: string, publicUrl: string, remaining: number) =>
  email(
    to,
    'A recovery code was used for your Kade account',
    `A recovery code was just used for your account. You have ${remaining || 'no'} recovery ${remaining === 1 ? 'code' : 'codes'} left.`,
    resetIfNotYou(publicUrl),
  )
