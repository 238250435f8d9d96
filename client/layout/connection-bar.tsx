import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from '../store.tsx'
import { ThinBar } from '../ui/note.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** A connection that is back within this time was never missed, in milliseconds. */
const grace = 1000
const farewell = 2500

/** 'Reconnecting…' while what is shown may be out of date, then 'Up to date'. Lies over the page and moves nothing. */
export function ConnectionBar() {
  const status = useStore((state) => state.connection.status)
  const [shown, setShown] = useState<'lost' | 'back' | null>(null)

  useEffect(() => {
    if (status === 'connecting') return
    if (status === 'offline') {
      const timer = setTimeout(() => setShown('lost'), grace)
      return () => clearTimeout(timer)
    }
    setShown((before) => (before === 'lost' ? 'back' : null))
    const timer = setTimeout(() => setShown(null), farewell)
    return () => clearTimeout(timer)
  }, [status])

  if (!shown) return null
  return (
    <div className="connection-bar">
      {shown === 'lost' ? (
        <ThinBar tone="waiting">
          <Spinner />
          Reconnecting…
        </ThinBar>
      ) : (
        <ThinBar tone="good" icon={Check}>
          Up to date
        </ThinBar>
      )}
    </div>
  )
}
