import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'

type MissingHistoryProps = {
  /** There are new messages below it. */
  isShort: boolean
  onRetry: () => Promise<void>
}

/** In place of a customer's earlier messages that could not be loaded. Not an error: they can still write. */
export function MissingHistory({ isShort, onRetry }: MissingHistoryProps) {
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  const again = (
    <Button size="small" busy={busy} onClick={() => void retry()}>
      Try again
    </Button>
  )
  if (isShort) {
    return (
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 py-3 text-sm text-muted">
        Earlier messages aren’t loaded yet.
        {again}
      </div>
    )
  }
  return (
    <div className="empty">
      <span className="empty-icon">
        <CloudOff size={22} strokeWidth={1.5} />
      </span>
      <h2 className="text-xl">Earlier messages aren’t loaded yet</h2>
      <p className="max-w-prose text-muted">Nothing you wrote is lost. You can still write to us.</p>
      <div className="mt-3">{again}</div>
    </div>
  )
}
