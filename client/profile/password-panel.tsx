import { useState } from 'react'
import type { User } from '../../shared/accounts.ts'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'

/** The password, and where one got in with it. `shown` is whether somebody looks. */
export function PasswordPanel({ user, shown }: { user: User; shown: boolean }) {
  const [changes, setChanges] = useState(0)
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 wide:grid-cols-[28rem_minmax(0,1fr)]">
      <PasswordForm user={user} onChanged={() => setChanges((before) => before + 1)} />
      <OwnSessions shown={shown} changes={changes} />
    </div>
  )
}
