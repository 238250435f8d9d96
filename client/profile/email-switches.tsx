import { useState } from 'react'
import type { EmailPreferences } from '../../shared/accounts/email-preferences-schema.ts'
import type { User } from '../../shared/accounts/schema.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient, useStore } from '../client-context.tsx'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { Switch } from '../ui/choice.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'
import { changeEmailPreferences, loadEmailPreferences } from './email-actions.ts'
import { emailPreferencesKey } from './email-store.ts'

const failure = 'Error loading your email settings'
type Name = keyof EmailPreferences

const switches: { name: Name; label: string; hint: string; isForStaff?: boolean }[] = [
  { name: 'reminders', label: 'Unpaid orders', hint: 'A reminder before an unpaid order expires.' },
  { name: 'support', label: 'Replies from support', hint: 'If a reply stays unread for five minutes.' },
  {
    name: 'alerts',
    label: 'Waiting payments',
    hint: 'When a payment has waited 15 minutes and no member of staff is online.',
    isForStaff: true,
  },
]

/** The switches of the optional emails. Each takes effect at once, in every tab. */
export function EmailSwitches({ user, isShown }: { user: User; isShown: boolean }) {
  const client = useClient()
  const preferences = useStore((state) => state.emailPreferences)
  const loading = useLoad(isShown ? emailPreferencesKey : null, (signal) => loadEmailPreferences(client, signal))
  useFailureToast(loading, failure)

  return (
    <section aria-labelledby="emails">
      <h2 id="emails" className="mb-1 text-lg">
        Emails
      </h2>
      <p className="mb-3 text-sm text-muted">
        We always email you about your account’s security and your orders’ progress. These are optional:
      </p>
      {preferences ? (
        <ul className="surface divide-y divide-line">
          {switches
            .filter(({ isForStaff }) => !isForStaff || user.isAdmin)
            .map(({ name, label, hint }) => (
              <li key={name} className="px-4 py-2">
                <EmailSwitch name={name} label={label} hint={hint} isOn={preferences[name]} />
              </li>
            ))}
        </ul>
      ) : loading.status === 'failed' ? (
        <ErrorState className="surface" title={failure} text={loading.message} onRetry={loading.retry} />
      ) : (
        <Loading label="Loading your email settings…" className="surface divide-y divide-line">
          {switches
            .filter(({ isForStaff }) => !isForStaff || user.isAdmin)
            .map(({ name, label, hint }) => (
              <div key={name} className="flex min-h-15 items-center justify-between gap-4 px-4 py-2">
                <span>
                  {label}
                  {hint && <span className="block text-sm text-muted">{hint}</span>}
                </span>
                <Skeleton className="h-5.5 w-9.5 flex-none rounded-2xl" />
              </div>
            ))}
        </Loading>
      )}
    </section>
  )
}

function EmailSwitch({ name, label, hint, isOn }: { name: Name; label: string; hint: string; isOn: boolean }) {
  const client = useClient()
  // What was chosen is shown while it is being saved.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { busy, run } = useAct(
    async (value: boolean) => {
      try {
        return await changeEmailPreferences(client, { [name]: value })
      } finally {
        setChosen(null)
      }
    },
    { failed: 'Error saving your email settings', unreached: 'Network error. Please try again.' },
  )
  return (
    <Switch
      label={label}
      hint={hint}
      checked={chosen ?? isOn}
      aria-busy={busy}
      onChange={({ target }) => {
        if (busy) return
        setChosen(target.checked)
        run(target.checked)
      }}
    />
  )
}
