import { useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from '../client-context.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { AuthForm, type AuthMode, authTitles } from './auth-form.tsx'

/** Login and registration without leaving the page. From the home and password pages it continues to the services. */
export function AuthDialog({ onClose }: { onClose: () => void }) {
  const [path, navigate] = useLocation()
  const [mode, setMode] = useState<AuthMode>('login')
  const [busy, setBusy] = useState(false)
  const hasCart = useStore((state) => state.cart.deviceLines.length > 0)

  function finish() {
    onClose()
    if (path === '/' || path.startsWith('/auth')) navigate('/items')
  }

  return (
    <Dialog open onClose={onClose} title={authTitles[mode]} busy={busy} sheet keepsChanges>
      <AuthForm mode={mode} keepsCart={hasCart} onMode={setMode} onBusy={setBusy} onDone={finish} onLeave={onClose} />
    </Dialog>
  )
}
