import type { Letter } from './mailer.ts'

/*
 * What the store writes to people. Nothing that somebody typed stands in it, names neither: else anybody could have
 * the store send their words to any address.
 */

const letter = (to: string, subject: string, ...paragraphs: string[]): Letter => ({
  to,
  subject,
  text: ['Hello,', ...paragraphs, 'Kade'].join('\n\n') + '\n',
})

const notYou = (publicUrl: string) =>
  `Was this not you? Set a new password at once, at\n${publicUrl}/auth/forgot\nThat logs everybody out who is logged in to your account.`

export const resetLetter = (to: string, publicUrl: string, token: string) =>
  letter(
    to,
    'Set a new password for Kade',
    'You asked to set a new password for your account. Open this link to choose one:',
    `${publicUrl}/auth/reset?token=${token}`,
    'It works once, within the next 30 minutes. If you did not ask for it, leave it be: nothing has changed.',
  )

export const confirmEmailLetter = (to: string, publicUrl: string, token: string) =>
  letter(
    to,
    'Confirm your new email address for Kade',
    'You asked to use this address for your account. Open this link to confirm it:',
    `${publicUrl}/auth/confirm-email?token=${token}`,
    'It works once, within the next 24 hours. Until then your old address counts. If you did not ask for it, leave it be.',
  )

export const emailChangeAskedLetter = (to: string, publicUrl: string) =>
  letter(
    to,
    'A new email address was asked for at Kade',
    'Somebody who is logged in to your account asked to use another email address for it. We have sent a link there; once it is opened, that address counts instead of this one.',
    notYou(publicUrl),
  )

export const emailChangedLetter = (to: string, publicUrl: string) =>
  letter(
    to,
    'Your email address at Kade was changed',
    'Your account now has another email address. You will hear from us there; this is our last message to this one.',
    `Was this not you? Please write to us: ${publicUrl}/support`,
  )

export const passwordChangedLetter = (to: string, publicUrl: string) =>
  letter(
    to,
    'Your password at Kade was changed',
    'The password of your account was just changed, and every other device was logged out.',
    notYou(publicUrl),
  )

export const secondFactorLetter = (to: string, publicUrl: string, on: boolean) =>
  letter(
    to,
    `The second factor of your Kade account is ${on ? 'on' : 'off'}`,
    on
      ? 'From now on, logging in to your account takes a code of your authenticator app too.'
      : 'Logging in to your account takes no code any more, the password alone.',
    notYou(publicUrl),
  )

export const recoveryCodeUsedLetter = (to: string, publicUrl: string, left: number) =>
  letter(
    to,
    'A recovery code was used at Kade',
    `A recovery code was used on your account. ${left === 1 ? 'One is' : `${left || 'None'} are`} left.`,
    notYou(publicUrl),
  )
