import { useEffect, useState } from 'react'

/** True once something has been under way for a while: what is answered at once disables nothing, and keeps the focus. */
export function useSlow(busy: boolean, after = 250): boolean {
  const [slow, setSlow] = useState(false)

  useEffect(() => {
    if (!busy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), after)
    return () => clearTimeout(timer)
  }, [busy, after])

  return slow
}
