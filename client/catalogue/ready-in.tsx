import { Clock } from 'lucide-react'
import { useStore } from '../client-context.tsx'

/** How long it takes from a transfer until the order is ready, as it took for the latest orders. */
export function ReadyIn() {
  const minutes = useStore((state) => state.storefront?.readyMinutes ?? null)
  return (
    <li>
      <Clock size={16} className="text-accent" />
      {minutes === null ? unknownReadyIn : describeReadyIn(minutes)}
    </li>
  )
}

/** As long as the sentence that takes its place when the minutes are loaded. */
const unknownReadyIn = 'Ready as soon as we have checked that your transfer has arrived'

export const describeReadyIn = (minutes: number) =>
  `Usually ready about ${formatMinutes(minutes)} after you pay, including the check`

/** '15 min', '50 min', '3 hours', '2 days': rounded to what a promise can hold. */
function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes <= 10 ? minutes : Math.ceil(minutes / 5) * 5} min`
  if (minutes < 90) return 'an hour'
  if (minutes < 36 * 60) return `${Math.round(minutes / 60)} hours`
  return `${Math.round(minutes / (24 * 60))} days`
}
