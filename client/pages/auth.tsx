import { useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { AuthForm, type AuthMode, authTitles } from '../accounts/auth-form.tsx'
import { useReturnPath } from '../layout/return-path.ts'
import { PageHead } from '../layout/page-head.tsx'
import { useStore } from '../client-context.tsx'

/** Login and registration; afterwards the user returns to where they came from. */
export default function AuthPage() {
  const origin = useReturnPath()
  const [, navigate] = useLocation()
  const user = useStore((state) => state.accounts.user)
  const [mode, setMode] = useState<AuthMode>('login')
  const [busy, setBusy] = useState(false)

  // Logged in already, and not by this form a moment ago.
  if (user && !busy) return <Redirect to={origin} replace />
  return (
    <div className="page-column grid flex-1 content-start justify-items-center py-8 wide:py-16">
      <PageHead
        title="Login / Register"
        description="Log in to Kade, or create an account to order and follow your orders."
        hidden
      />
      <div className="surface w-full max-w-md px-5 py-6 wide:px-8 wide:py-8">
        <h1 className="mb-5 text-2xl">{authTitles[mode]}</h1>
        <AuthForm mode={mode} onMode={setMode} onBusy={setBusy} onDone={() => navigate(origin, { replace: true })} />
      </div>
    </div>
  )
}
