const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const fullDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** '21 Nov 2025' */
export const dayOf = (at: number) => fullDay.format(at)
/** '21 Nov 2025, 14:02' */
export const dayAndTimeOf = (at: number) => `${fullDay.format(at)}, ${clock.format(at)}`
/** '14:02' */
export const timeOf = (at: number) => clock.format(at)

/** 'Today, 14:02', 'Yesterday, 14:02', 'Tomorrow, 14:02', '3 Nov, 14:02'; with the year when it is another one. */
export function momentOf(at: number, now = Date.now()): string {
  const near = ['Yesterday', 'Today', 'Tomorrow'][daysBetween(now, at) + 1]
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return `${near ?? (sameYear ? shortDay : fullDay).format(at)}, ${clock.format(at)}`
}

/** How long ago: 'now', '12 min', '1 h 20 min', '3 days'. */
export function ageOf(at: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000))
  if (minutes === 0) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  const days = Math.floor(minutes / (24 * 60))
  return days === 1 ? '1 day' : `${days} days`
}

function daysBetween(from: number, to: number): number {
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0)
  return Math.round((midnight(to) - midnight(from)) / 86_400_000)
}
