import * as z from 'zod/mini'
import { get, put } from '../contract.ts'
import { EmailPreferences } from './email-preferences-schema.ts'

const Switch = z.optional(z.boolean({ error: 'must be true or false' }))

export const emailPreferenceRoutes = {
  emailPreferences: get('/auth/email-preferences', {
    access: 'customer',
    summary: 'Return which optional emails you get',
    output: { data: EmailPreferences },
  }),
  changeEmailPreferences: put('/auth/email-preferences', {
    access: 'customer',
    summary: 'Turn optional emails on or off; what is left out stays as it is',
    input: z.strictObject({ reminders: Switch, support: Switch, alerts: Switch }),
    output: { data: EmailPreferences, message: z.string() },
  }),
}
