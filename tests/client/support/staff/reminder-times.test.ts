import { expect, it } from 'vitest'
import { reminderTimes } from '../../../../client/support/staff/reminder-times.ts'

it('offers times in the viewer’s time zone, also across the end of a month', () => {
  const now = new Date(2026, 10, 29, 22, 30).getTime()
  const shown = reminderTimes.map(({ label, at }) => {
    const date = new Date(at(now))
    return `${label}: ${date.getMonth() + 1}-${date.getDate()} ${date.getHours()}:${date.getMinutes()}`
  })
  expect(shown).toEqual(['In 2 hours: 11-30 0:30', 'Tomorrow: 11-30 9:0', 'In 3 days: 12-2 9:0', 'In a week: 12-6 9:0'])
})
