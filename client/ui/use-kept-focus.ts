import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a part of a page whose controls go, or are disabled, because of what a colleague does while one of
 * them has it: browsers would move it to the top of the page.
 * @param moveOn where the focus goes then
 * @returns handlers for the element of the part
 */
export function useKeptFocus(moveOn: () => void) {
  const focused = useRef<Element | null>(null)

  useLayoutEffect(() => {
    const control = focused.current
    if (!control || isThere(control)) return
    focused.current = null
    // Browsers take the focus from a disabled control a moment later.
    if ([control, document.body].includes(document.activeElement!)) moveOn()
  })

  return {
    onFocus: ({ target }: FocusEvent) => void (focused.current = target),
    onBlur: ({ target }: FocusEvent) => {
      if (isThere(target)) focused.current = null
    },
  }
}

const isThere = (control: Element) => control.isConnected && !control.matches(':disabled, .invisible *')
