import * as z from 'zod/mini'

/** When payments are checked and messages answered, each week. */
export const OpeningHours = z.object({
  /** Of the IANA database, such as `Asia/Colombo`. */
  timeZone: z.string(),
  /** Monday first: from and until when, in minutes since midnight. Past midnight they go on the next day. */
  days: z.array(z.array(z.object({ from: z.number(), until: z.number() }))),
})
export type OpeningHours = z.infer<typeof OpeningHours>

const dayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const dayMinutes = 24 * 60

/** Reads `Mo-Fr 08:00-22:00, Sa 09:00-13:00 Asia/Colombo`; null if it isn't of this form. */
export function parseOpeningHours(text: string): OpeningHours | null {
  const match = /^(.*\d)\s+([A-Za-z_]+(?:\/[\w+-]+)*)$/.exec(text.trim())
  if (!match || !isTimeZone(match[2]!)) return null
  const days: OpeningHours['days'] = dayNames.map(() => [])
  for (const part of match[1]!.split(',')) {
    const fields = /^([A-Z][a-z])(?:-([A-Z][a-z]))? (\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(part.trim())
    if (!fields) return null
    const [first, last] = [dayNames.indexOf(fields[1]!), dayNames.indexOf(fields[2] ?? fields[1]!)]
    const [from, until] = [minuteOf(fields[3]!, fields[4]!), minuteOf(fields[5]!, fields[6]!)]
    if (first < 0 || last < 0 || from === null || until === null || from === until) return null
    for (let day = first; ; day = nextDay(day)) {
      days[day]!.push({ from, until: until > from ? until : dayMinutes })
      if (until < from && until > 0) days[nextDay(day)]!.push({ from: 0, until })
      if (day === last) break
    }
  }
  return { timeZone: match[2]!, days }
}

const nextDay = (day: number) => (day + 1) % dayNames.length

function minuteOf(hour: string, minute: string): number | null {
  const minutes = Number(hour) * 60 + Number(minute)
  return Number(minute) < 60 && minutes <= dayMinutes ? minutes : null
}

function isTimeZone(name: string): boolean {
  try {
    localTime(0, name)
    return true
  } catch {
    return false
  }
}

/** When it opens again, in milliseconds; null while it is open. */
export function nextOpening({ timeZone, days }: OpeningHours, now: number): number | null {
  const { day, minute } = localTime(now, timeZone)
  if (days[day]!.some(({ from, until }) => from <= minute && minute < until)) return null
  // A week from now, it is this day's turn again.
  const waits = Array.from({ length: dayNames.length + 1 }, (_, later) =>
    days[(day + later) % dayNames.length]!.map(({ from }) => later * dayMinutes + from - minute),
  ).flat()
  const wait = Math.min(...waits.filter((minutes) => minutes > 0))
  const opening = Math.floor(now / 60_000) * 60_000 + wait * 60_000
  // The clocks may be changed until then.
  const shift = (minute + wait - localTime(opening, timeZone).minute) % dayMinutes
  return opening + (((shift + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2) * 60_000
}

/** How many of the milliseconds between two times are within the hours. A change of the clocks meanwhile is left out. */
export function openTime({ timeZone, days }: OpeningHours, since: number, until: number): number {
  const { day, minute } = localTime(since, timeZone)
  const start = day * dayMinutes + minute + (since % 60_000) / 60_000
  const end = start + Math.max(0, until - since) / 60_000
  let [open, counted] = [0, start]
  for (let midnight = day * dayMinutes, one = day; midnight < end; midnight += dayMinutes, one = nextDay(one)) {
    for (const { from, until: to } of days[one]!.toSorted((a, b) => a.from - b.from)) {
      const last = Math.min(end, midnight + to)
      open += Math.max(0, last - Math.max(counted, midnight + from))
      counted = Math.max(counted, last)
    }
  }
  return Math.round(open * 60_000)
}

/** The day of the week, Monday 0, and the minute of the day in a time zone. */
function localTime(ms: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  return { day: dayNames.indexOf(part.weekday!.slice(0, 2)), minute: Number(part.hour) * 60 + Number(part.minute) }
}
