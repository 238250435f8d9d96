import { useState } from 'react'
import type { User } from '../../shared/accounts/schema.ts'
import { SessionList } from './session-list.tsx'
import { PasswordForm } from './password-form.tsx'

/** The password form and the user's sessions. `isShown`: whether the tab is open. */
export function PasswordPanel({ user, isShown }: { user: User; isShown: boolean }) {
  const [changeCount, setChangeCount] = useState(0)
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 wide:grid-cols-[28rem_minmax(0,1fr)]">
      <PasswordForm user={user} onChanged={() => setChangeCount((count) => count + 1)} />
      <SessionList isShown={isShown} reloadKey={changeCount} />
    </div>
  )
}
