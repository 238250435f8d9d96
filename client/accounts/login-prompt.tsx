import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useToast } from '../ui/toast.tsx'

const LoginPromptContext = createContext<() => void>(() => {})

/** Returns how to open the login dialog. */
export const useLoginPrompt = () => useContext(LoginPromptContext)

/** Renders the login dialog when it is opened; its code is loaded then. */
export function LoginPrompt({ children }: { children: ReactNode }) {
  const toast = useToast()
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }> | null>(null)

  const open = useCallback(async () => {
    try {
      const { AuthDialog } = await loadAuthDialog()
      setDialog(() => AuthDialog)
    } catch {
      toast('Network error. Please try again.', { type: 'error' })
    }
  }, [toast])

  return (
    <LoginPromptContext value={useCallback(() => void open(), [open])}>
      {children}
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </LoginPromptContext>
  )
}

/** Loads the dialog's code, ahead of time where the user is likely to open it. */
export const loadAuthDialog = () => import('./auth-dialog.tsx')
