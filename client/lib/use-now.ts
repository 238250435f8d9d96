import { useEffect, useState } from 'react'

/** The time, looked at again every so often: for ages that grow while one watches. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])

  return now
}
