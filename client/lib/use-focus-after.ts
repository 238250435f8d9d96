import { useEffect } from 'react'
import { isFocusLost } from './is-focus-lost.ts'

/**
 * Gives the focus away once an action ended, if its buttons are gone with what it removed.
 * @param giveFocus a function that stays the same between renders
 */
export function useFocusAfter(busy: boolean, giveFocus: () => void) {
  useEffect(() => {
    if (!busy) return
    return () => {
      if (isFocusLost()) giveFocus()
    }
  }, [busy, giveFocus])
}
