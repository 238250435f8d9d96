import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from '../client-context.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useUpdateNotice } from './use-update-notice.ts'

/** Shorter interruptions are not shown. */
const showDelayMs = 1000
const upToDateMs = 2500

type ConnectionStatusProps = {
  /** In place of 'Reconnecting…'. */
  lost?: ReactNode
}

/** In the navigation: 'Reconnecting…' while the page may be out of date, then 'Up to date'. Also tells of updates. */
export default function ConnectionStatus({ lost }: ConnectionStatusProps) {
  const status = useStore((state) => state.connection.status)
  const [shown, setShown] = useState<'lost' | 'back' | null>(null)
  useUpdateNotice()

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

  // Stays on the page while empty: a region that appears with its text isn't announced.
  return (
    <p role="status" className="connection-status">
      {shown === 'lost' && (
        <span className="connection-note tone-waiting">
          <Spinner />
          {lost ?? 'Reconnecting…'}
        </span>
      )}
      {shown === 'back' && (
        <span className="connection-note tone-good">
          <Check size={14} />
          Up to date
        </span>
      )}
    </p>
  )
}
