import { useCallback, useSyncExternalStore } from 'react'

/** The width at which the store changes form, as `wide:` and `max-wide:` do in classes. */
export const NARROW = '(width <= 900px)'

/** Whether a media query holds; false on the server and at the first paint. Prefer classes where they do. */
export function useMedia(query: string) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
