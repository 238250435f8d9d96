import { formatCount } from '../../shared/format-count.ts'
import { Button, ButtonLink } from './button.tsx'
import { useHydrated } from './use-hydrated.ts'

export interface ShowMoreProps {
  onMore: () => void
  busy?: boolean
  /** How many rows are shown, and of how many, if known; a text when it isn't known exactly. */
  shown: number
  total?: number | string
  /** The page that starts with the next rows, for browsers without scripts and new tabs. */
  href?: string
}

/** The end of a paged list. Renders nothing once all rows are shown. */
export function ShowMore({ onMore, busy, shown, total, href }: ShowMoreProps) {
  const hydrated = useHydrated()
  if (typeof total === 'number' && shown >= total) return null
  const look = { busy, busyLabel: 'Loading…', children: 'Show more' }
  return (
    <div className="flex flex-col items-center gap-2 py-6">
      <p className="tabular text-sm text-muted" aria-live="polite">
        {formatCount(shown)}{' '}
        {total === undefined ? 'shown' : `of ${typeof total === 'number' ? formatCount(total) : total}`}
      </p>
      {href === undefined ? (
        <Button {...look} disabled={!hydrated} onClick={onMore} />
      ) : (
        <ButtonLink
          {...look}
          href={href}
          onClick={(event) => {
            const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
            if (opensElsewhere) return
            event.preventDefault()
            onMore()
          }}
        />
      )}
    </div>
  )
}
