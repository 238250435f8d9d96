import { formatDate } from '../../lib/format-date.ts'

/** '2026-11-20' becomes '20 Nov 2026', whatever the time zone. */
export const formatDay = (day: string) => formatDate(Date.parse(`${day}T00:00`))
