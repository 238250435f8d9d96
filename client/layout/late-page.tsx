import { Hourglass, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'

/** Code rarely takes longer, even on a slow network. */
const lateMs = 4000

/** Below the placeholder of a page whose code takes long to load: why. It opens by itself as soon as it can. */
export default function LatePage() {
  const [isLate, setLate] = useState(false)
  const isOffline = useStore(({ connection }) => connection.status === 'offline')
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  // Announced, because the region is there before its text.
  return (
    <div role="status">
      {isLate &&
        (isOffline ? (
          <EmptyState
            icon={WifiOff}
            title="This page opens once you’re reconnected"
            text="You don’t have to do anything. Pages that you opened before still work."
          />
        ) : (
          <EmptyState
            icon={Hourglass}
            title="This page is taking a while"
            text="We’re still trying to load it. None of your data is affected."
            action={<Button onClick={() => location.reload()}>Reload the page</Button>}
          />
        ))}
    </div>
  )
}
