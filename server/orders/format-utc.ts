const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** '25 Nov 2026, 14:02 UTC': emails don't know their reader's time zone. */
export const formatUtc = (ms: number) => `${format.format(ms)} UTC`
