import { Button } from './button.tsx'

export interface ShowMoreProps {
  onMore: () => void
  busy?: boolean
  /** How many rows are shown, and of how many, if known; a text when it isn't known exactly. */
  shown: number
  total?: number | string
}

/** The end of a paged list. Renders nothing once all rows are shown. */
export function ShowMore({ onMore, busy, shown, total }: ShowMoreProps) {
  if (typeof total === 'number' && shown >= total) return null
  return (
    <div className="flex flex-col items-center gap-2 py-6">
      <p className="tabular text-sm text-muted" aria-live="polite">
        {total === undefined ? `${shown} shown` : `${shown} of ${total}`}
      </p>
      <Button busy={busy} busyLabel="Loading…" onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
