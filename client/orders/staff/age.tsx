import { CircleAlert, Clock } from 'lucide-react'
import { formatAge } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'

const minuteMs = 60_000

/** How long a payment or customer has been waiting: amber after 15 minutes, red after an hour. */
export function Age({ since, now }: { since: number; now: number }) {
  const age = formatAge(since, now)
  if (now - since < 15 * minuteMs) return <span className="tabular whitespace-nowrap">{age}</span>
  const isVeryLate = now - since >= 60 * minuteMs
  return (
    <Badge
      tone={isVeryLate ? 'bad' : 'waiting'}
      icon={isVeryLate ? CircleAlert : Clock}
      className="tabular whitespace-nowrap"
    >
      {age}
      <span className="sr-only">{isVeryLate ? ', very late' : ', late'}</span>
    </Badge>
  )
}
