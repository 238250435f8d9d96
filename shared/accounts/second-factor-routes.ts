import * as z from 'zod/mini'
import { get, post } from '../contract.ts'
import { CurrentPassword } from './login-schema.ts'
import { AnyCode, AuthenticatorCode, SecondFactor, TeamMember } from './second-factor-schema.ts'

export const secondFactorRoutes = {
  secondFactor: get('/auth/second-factor', {
    access: 'staff',
    withoutSecondFactor: true,
    summary: 'Return the state of your second factor',
    output: { data: SecondFactor },
  }),
  beginSecondFactor: post('/auth/second-factor', {
    access: 'staff',
    withoutSecondFactor: true,
    summary: 'Create a secret for an authenticator app, inactive until it is confirmed with a code',
    output: { data: z.object({ secret: z.string(), uri: z.string() }) },
  }),
  confirmSecondFactor: post('/auth/second-factor/confirm', {
    access: 'staff',
    withoutSecondFactor: true,
    summary: 'Turn on the second factor; the recovery codes are returned only here',
    input: z.strictObject({ password: CurrentPassword, code: AuthenticatorCode }),
    output: { data: z.object({ recoveryCodes: z.array(z.string()) }), message: z.string() },
  }),
  removeSecondFactor: post('/auth/second-factor/remove', {
    access: 'staff',
    summary: 'Turn off the second factor with the password and an authenticator or recovery code',
    input: z.strictObject({ password: CurrentPassword, code: AnyCode }),
    output: { message: z.string() },
  }),
  team: get('/admin/team', {
    access: 'staff',
    summary: 'List the staff and who has a second factor',
    output: { data: z.array(TeamMember) },
  }),
  resetSecondFactor: post('/admin/team/:id/second-factor/reset', {
    access: 'staff',
    summary: 'Turn off the second factor of a colleague who has lost it, with a code of your own',
    input: z.strictObject({ code: AnyCode }),
    output: { data: TeamMember, message: z.string() },
  }),
}
