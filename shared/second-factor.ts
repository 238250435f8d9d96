import * as z from 'zod/mini'
import { get, post, Time } from './contract.ts'

const wrong = 'The code has 6 digits'

/** A code of the authenticator app. Apps show it with a space in the middle. */
export const AppCode = z
  .string({ error: wrong })
  .check(z.maxLength(20, { error: wrong, abort: true }), z.overwrite(bare), z.regex(/^\d{6}$/, { error: wrong }))

/** The same without what is there for the eye alone; recovery codes are written in groups of five. */
export function bare(code: string): string {
  return code.replace(/[\s-]+/g, '').toLowerCase()
}

const EitherCode = z.string({ error: 'code is missing' }).check(z.minLength(1), z.maxLength(40))

export const SecondFactor = z.object({
  /** When a first code was given; null while there is no second factor in use. */
  since: z.nullable(Time),
  recoveryCodesLeft: z.int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const PresentPassword = z
  .string({ error: 'Current password is required' })
  .check(
    z.minLength(1, { error: 'Current password is required' }),
    z.maxLength(128, { error: 'Current password is incorrect' }),
  )

export const secondFactorRoutes = {
  secondFactor: get('/auth/second-factor', {
    who: 'staff',
    summary: 'Whether one signs in with a second factor',
    output: { data: SecondFactor },
  }),
  beginSecondFactor: post('/auth/second-factor', {
    who: 'staff',
    summary: 'A secret for an authenticator app; it counts once a first code is confirmed',
    output: { data: z.object({ secret: z.string(), uri: z.string() }) },
  }),
  confirmSecondFactor: post('/auth/second-factor/confirm', {
    who: 'staff',
    summary: 'Turn the second factor on with the password and a first code; the recovery codes are told this once',
    input: z.strictObject({ password: PresentPassword, code: AppCode }),
    output: { data: z.object({ recoveryCodes: z.array(z.string()) }), message: z.string() },
  }),
  removeSecondFactor: post('/auth/second-factor/remove', {
    who: 'staff',
    summary: 'Turn the second factor off, with the password and a code of the app or a recovery code',
    input: z.strictObject({
      password: PresentPassword,
      code: EitherCode,
    }),
    output: { message: z.string() },
  }),
}
