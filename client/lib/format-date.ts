const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const shortDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const fullDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** '21 Nov 2025' */
export const formatDate = (ms: number) => fullDate.format(ms)
/** '21 Nov', with the year if it isn't this one. */
export const formatDay = (ms: number, now = Date.now()) => (isSameYear(ms, now) ? shortDate : fullDate).format(ms)
/** '21 Nov 2025, 14:02' */
export const formatDateTime = (ms: number) => `${fullDate.format(ms)}, ${time.format(ms)}`
/** '14:02' */
export const formatTime = (ms: number) => time.format(ms)

/** '14:02' today, '3 Nov' before, with the year if it isn't this one. */
export function formatTimeOrDate(ms: number, now: number): string {
  if (daysBetween(now, ms) === 0) return time.format(ms)
  return formatDay(ms, now)
}

/** 'Today, 14:02', 'Yesterday, 14:02', 'Tomorrow, 14:02' or '3 Nov, 14:02', with the year if it isn't this one. */
export function formatMoment(ms: number, now = Date.now()): string {
  const relativeDay = ['Yesterday', 'Today', 'Tomorrow'][daysBetween(now, ms) + 1]
  return `${relativeDay ?? formatDay(ms, now)}, ${time.format(ms)}`
}

/** The same within a sentence: 'today at 14:02', '3 Nov at 14:02'. */
export const formatMomentInText = (ms: number, now = Date.now()): string =>
  formatMoment(ms, now)
    .replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
    .replace(', ', ' at ')

/** The time since `ms`: 'now', '12 min', '1 h', '1 h 20 min', '3 days'. */
export function formatAge(ms: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - ms) / 60_000))
  if (minutes === 0) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return joinUnits(minutes, 60, 'h', 'min')
  const days = Math.floor(minutes / (24 * 60))
  return days === 1 ? '1 day' : `${days} days`
}

/** The time until `ms`: '2 d 20 h', '3 h 5 min', '3 h', '12 min'. */
export function formatTimeLeft(ms: number, now: number): string {
  const minutes = Math.max(0, Math.floor((ms - now) / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? joinUnits(minutes, 60, 'h', 'min') : joinUnits(hours, 24, 'd', 'h')
}

/** '1 h 20 min'; a smaller unit of zero is left out: '1 h'. */
function joinUnits(value: number, size: number, unit: string, smallerUnit: string): string {
  const rest = value % size
  return `${Math.floor(value / size)} ${unit}${rest === 0 ? '' : ` ${rest} ${smallerUnit}`}`
}

/** The time since `ms` in its largest unit: 'now', '12 min', '4 h', '3 d'. */
export function formatShortAge(ms: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - ms) / 60_000))
  if (minutes < 60) return formatAge(ms, now)
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}

function daysBetween(from: number, to: number): number {
  const midnight = (ms: number) => new Date(ms).setHours(0, 0, 0, 0)
  return Math.round((midnight(to) - midnight(from)) / 86_400_000)
}

const isSameYear = (one: number, other: number) => new Date(one).getFullYear() === new Date(other).getFullYear()
