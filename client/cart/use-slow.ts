import { useEffect, useState } from 'react'

/** Whether something has been busy for longer than `delayMs`. Quick changes thus disable nothing and keep the focus. */
export function useSlow(busy: boolean, delayMs = 250): boolean {
  const [slow, setSlow] = useState(false)

  useEffect(() => {
    if (!busy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), delayMs)
    return () => clearTimeout(timer)
  }, [busy, delayMs])

  return slow
}
