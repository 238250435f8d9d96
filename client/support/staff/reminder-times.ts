type ReminderTime = { label: string; at: (now: number) => number }

const hourMs = 3_600_000

/** When a conversation can come back, in the viewer's time zone. */
export const reminderTimes: readonly ReminderTime[] = [
  { label: 'In 2 hours', at: (now) => now + 2 * hourMs },
  { label: 'Tomorrow', at: (now) => morningAfter(now, 1) },
  { label: 'In 3 days', at: (now) => morningAfter(now, 3) },
  { label: 'In a week', at: (now) => morningAfter(now, 7) },
]

/** 9:00, some days later. */
function morningAfter(now: number, days: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 9).getTime()
}
