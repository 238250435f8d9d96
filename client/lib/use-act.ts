import { useState } from 'react'
import { errorMessage } from './error-message.ts'
import { useToast } from '../ui/toast.tsx'

type Options = {
  /** Shown when the operation fails and the server gives no message. */
  failed: string
  /** Shown when the server can't be reached; `failed` by default. */
  unreached?: string
  /** Runs after success. */
  onDone?: () => void
  /** Runs after a failure, for marking fields. */
  onFailed?: (error: unknown) => void
}

/**
 * Runs an operation for a form or dialog and shows the outcome as a toast. `busy` until it settles; a second `run` in
 * the meantime does nothing, and after a failure the user can try again.
 * @param act returns the success message, if there is one to show
 */
export function useAct<Args extends unknown[]>(
  act: (...args: Args) => Promise<string | void>,
  { failed, unreached, onDone, onFailed }: Options,
) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function run(...args: Args) {
    if (busy) return
    setBusy(true)
    try {
      const message = await act(...args)
      if (message) toast(message, { type: 'success' })
      onDone?.()
    } catch (error) {
      toast(errorMessage(error, failed, unreached), { type: 'error' })
      onFailed?.(error)
    }
    setBusy(false)
  }

  return { busy, run: (...args: Args) => void run(...args) }
}
