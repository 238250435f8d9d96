import { useEffect, useEffectEvent } from 'react'
import { useToast } from '../ui/toast.tsx'

/** Says that what a dialog edits has been deleted, once it is gone, and closes the dialog. */
export function useGoneNotice(isGone: boolean, text: string, onGone: () => void) {
  const toast = useToast()
  const end = useEffectEvent(() => {
    toast(text, { type: 'warning' })
    onGone()
  })
  useEffect(() => {
    if (isGone) end()
  }, [isGone])
}
