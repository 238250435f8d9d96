import { emailPreferenceRoutes as routes } from '../../shared/accounts/email-preferences-routes.ts'
import type { EmailPreferences } from '../../shared/accounts/email-preferences-schema.ts'
import type { ActionContext } from '../action-context.ts'
import type { State } from '../state.ts'
import { emailPreferencesKey, setEmailPreferences } from './email-store.ts'

const write = (draft: State, { data }: { data: EmailPreferences }) => setEmailPreferences(draft, data)
const snapshot = { snapshotKey: emailPreferencesKey, streams: ['user' as const], write }

/** @throws CallFailed */
export const loadEmailPreferences = ({ load }: ActionContext, signal?: AbortSignal) =>
  load(routes.emailPreferences, {}, { ...snapshot, signal })

/** Turns one kind of email on or off. @returns the success message @throws CallFailed */
export const changeEmailPreferences = async ({ send }: ActionContext, change: Partial<EmailPreferences>) =>
  (await send(routes.changeEmailPreferences, change, snapshot)).message
