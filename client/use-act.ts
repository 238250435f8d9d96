import { useState } from 'react'
import { tellFailure } from './orders/tell-failure.ts'
import { useToast } from './ui/toast.tsx'

type Words = {
  /** Of what failed, where the store gave no words for it. */
  failed: string
  /** Where the store could not be reached. */
  unreached?: string
}

/**
 * What a dialog does once somebody agreed, for the dialog to spread: busy meanwhile, then told and done with.
 * What fails is told, and can be tried again.
 * @param act returns what to tell
 */
export function useAct(act: () => Promise<string>, { failed, unreached }: Words, done: () => void) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    try {
      toast(await act(), { type: 'success' })
      done()
    } catch (error) {
      toast(tellFailure(error, failed, unreached), { type: 'error' })
      setBusy(false)
    }
  }

  return { busy, onConfirm: () => void run() }
}
