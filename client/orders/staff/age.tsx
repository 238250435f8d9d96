import { openTime } from '../../../shared/opening-hours.ts'
import { useStore } from '../../client-context.tsx'
import { formatAge, formatShortAge } from '../../lib/format-date.ts'
import { classNames } from '../../ui/class-names.ts'

const hourMs = 3_600_000
/** Of the time in which the store is open: beyond the minutes that it promises, and when a customer begins to doubt. */
const [lateMs, veryLateMs] = [hourMs, 3 * hourMs]

export interface AgeProps {
  since: number
  now: number
  /** '4 h' instead of '4 h 10 min'. */
  short?: boolean
}

/** How long a payment or customer has been waiting: amber when it gets late, red when that is very late. */
export function Age({ since, now, short }: AgeProps) {
  const opening = useStore((state) => state.config?.owner.opening)
  const waited = opening ? openTime(opening, since, now) : now - since
  const [isLate, isVeryLate] = [waited >= lateMs, waited >= veryLateMs]
  return (
    <span
      className={classNames(
        'tabular whitespace-nowrap',
        isLate && 'font-medium',
        isLate && (isVeryLate ? 'text-bad' : 'text-waiting'),
      )}
    >
      {(short ? formatShortAge : formatAge)(since, now)}
      {isLate && <span className="sr-only">{isVeryLate ? ', very late' : ', late'}</span>}
    </span>
  )
}
