import { formatAge, formatShortAge } from '../../lib/format-date.ts'
import { classNames } from '../../ui/class-names.ts'

const minuteMs = 60_000
/**
 * Late after twice the time in which staff who are away get an email (server/orders/alert-staff.ts), very late after an
 * hour, when few customers still believe the minutes that the payment page promises.
 */
const lateMs = 30 * minuteMs
const veryLateMs = 60 * minuteMs

export interface AgeProps {
  since: number
  now: number
  /** '4 h' instead of '4 h 10 min'. */
  short?: boolean
}

/** How long a payment or customer has been waiting: amber when it gets late, red when that is longer than promised. */
export function Age({ since, now, short }: AgeProps) {
  const isLate = now - since >= lateMs
  const isVeryLate = now - since >= veryLateMs
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
