import { formatDate } from '../../lib/format-date.ts'

const range = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** '2026-11-20' becomes '20 Nov 2026', whatever the time zone. */
export const formatDay = (day: string) => formatDate(midnight(day))
/** '20 – 21 Nov 2026', or one day alone. */
export const formatDays = (first: string, last: string) => range.formatRange(midnight(first), midnight(last))

const midnight = (day: string) => Date.parse(`${day}T00:00`)
