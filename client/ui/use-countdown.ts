import { useEffect, useState } from 'react'

/**
 * Whole seconds left, from `seconds` down to 0. Starts when the component mounts and when `seconds` changes. Based on
 * the clock, so that it's right in a tab that was suspended.
 */
export function useCountdown(seconds: number) {
  const [left, setLeft] = useState(seconds)

  useEffect(() => {
    const end = Date.now() + seconds * 1000
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const ms = Math.max(0, end - Date.now())
      setLeft(Math.ceil(ms / 1000))
      if (ms > 0) timer = setTimeout(tick, ms % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [seconds])

  return left
}
