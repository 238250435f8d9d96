const date = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const
const dateFormat = new Intl.DateTimeFormat('en-GB', date)
const format = new Intl.DateTimeFormat('en-GB', { ...date, hour: '2-digit', minute: '2-digit' })

/** '25 Nov 2026, 14:02 UTC': emails don't know their reader's time zone. */
export const formatUtc = (ms: number) => `${format.format(ms)} UTC`
/** '25 Nov 2026' */
export const formatUtcDate = (ms: number) => dateFormat.format(ms)
