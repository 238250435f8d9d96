import { CircleAlert, Clock } from 'lucide-react'
import { ageOf } from '../orders/when.ts'
import { Badge } from '../ui/badge.tsx'

const minutes = 60_000

/** For how long a payment waits: amber after a quarter of an hour, red after an hour. */
export function Age({ since, now }: { since: number; now: number }) {
  const age = ageOf(since, now)
  if (now - since < 15 * minutes) return <span className="tabular whitespace-nowrap">{age}</span>
  const late = now - since >= 60 * minutes
  return (
    <Badge tone={late ? 'bad' : 'waiting'} icon={late ? CircleAlert : Clock} className="tabular whitespace-nowrap">
      {age}
      <span className="sr-only">{late ? ', very late' : ', late'}</span>
    </Badge>
  )
}
