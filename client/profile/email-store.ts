import type { EmailPreferences } from '../../shared/accounts/email-preferences-schema.ts'
import type { StreamEvent } from '../../shared/stream.ts'

type Draft = { emailPreferences: EmailPreferences | null }

export const emailPreferencesKey = 'email-preferences'

export function setEmailPreferences(draft: Draft, preferences: EmailPreferences) {
  draft.emailPreferences = preferences
}

/** Shows a switch that was turned in another tab, or by an unsubscribe link. */
export function applyEmailPreferences(draft: Draft, event: StreamEvent) {
  if (event.type !== 'preferences.changed' || event.stream !== 'user') return
  if (draft.emailPreferences) setEmailPreferences(draft, event.data.preferences)
}
