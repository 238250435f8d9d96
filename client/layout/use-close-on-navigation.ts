import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'

/** Closes a menu when another page opens. Not when the menu is hydrated: the user may have opened it before. */
export function useCloseOnNavigation(close: () => void) {
  const [path] = useLocation()
  const shownPath = useRef(path)
  const closeOnNavigation = useEffectEvent(() => {
    if (shownPath.current !== path) close()
    shownPath.current = path
  })
  useEffect(() => closeOnNavigation(), [path])
}
