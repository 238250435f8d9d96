import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from '../client-context.tsx'
import { ThinBar } from '../ui/note.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** Shorter interruptions are not shown. */
const showDelayMs = 1000
const upToDateMs = 2500

/** 'Reconnecting…' while the page may be out of date, then 'Up to date'. Overlays the page, so nothing moves. */
export default function ConnectionBar() {
  const status = useStore((state) => state.connection.status)
  const [shown, setShown] = useState<'lost' | 'back' | null>(null)

  useEffect(() => {
    if (status === 'connecting') return
    if (status === 'offline') {
      const timer = setTimeout(() => setShown('lost'), showDelayMs)
      return () => clearTimeout(timer)
    }
    setShown((current) => (current === 'lost' ? 'back' : null))
    const timer = setTimeout(() => setShown(null), upToDateMs)
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
