import { type ComponentType, createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useToast } from '../ui/toast.tsx'

const Asking = createContext<() => void>(() => {})

/** Opens the dialog in which one logs in or registers. */
export const useAskToSignIn = () => useContext(Asking)

/** Holds that dialog. Its code comes when it is first asked for. */
export function AskToSignIn({ children }: { children: ReactNode }) {
  const toast = useToast()
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }> | null>(null)

  const ask = useCallback(async () => {
    try {
      const { AuthDialog } = await loadDialog()
      setDialog(() => AuthDialog)
    } catch {
      toast('Network error. Please try again.', { type: 'error' })
    }
  }, [toast])

  return (
    <Asking value={useCallback(() => void ask(), [ask])}>
      {children}
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </Asking>
  )
}

/** Also before it is asked for, where that is likely. */
export const loadDialog = () => import('./auth-dialog.tsx')
