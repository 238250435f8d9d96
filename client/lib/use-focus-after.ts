import { useEffect } from 'react'

/**
 * Gives the focus away once an action ended, if its buttons are gone with what it removed.
 * @param giveFocus a function that stays the same between renders
 */
export function useFocusAfter(busy: boolean, giveFocus: () => void) {
  useEffect(() => {
    if (!busy) return
    return () => {
      if (document.activeElement === document.body) giveFocus()
    }
  }, [busy, giveFocus])
}
