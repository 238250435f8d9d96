import { describe, expect, it } from 'vitest'
import { formatAge, formatTimeLeft, formatTimeOrDate } from '../../../client/lib/format-date.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('formatAge', () => {
  it.each([
    [59_000, 'now'],
    [12 * minute, '12 min'],
    [hour, '1 h'],
    [hour + 20 * minute, '1 h 20 min'],
    [day - 1, '23 h 59 min'],
    [day, '1 day'],
    [3 * day + 5 * hour, '3 days'],
  ])('says of %i ms “%s”', (ms, text) => expect(formatAge(0, ms)).toBe(text))
})

describe('formatTimeLeft', () => {
  it.each([
    [12 * minute, '12 min'],
    [3 * hour, '3 h'],
    [3 * hour + 5 * minute, '3 h 5 min'],
    [2 * day, '2 d'],
    [2 * day + 20 * hour, '2 d 20 h'],
  ])('says of %i ms “%s”', (ms, text) => expect(formatTimeLeft(ms, 0)).toBe(text))
})

describe('formatTimeOrDate', () => {
  const now = new Date(2026, 10, 24, 9, 30).getTime()
  it.each([
    [new Date(2026, 10, 24, 0, 5), '00:05'],
    [new Date(2026, 10, 23, 23, 55), '23 Nov'],
    [new Date(2025, 11, 31, 12), '31 Dec 2025'],
  ])('says of %s “%s”', (at, text) => expect(formatTimeOrDate(at.getTime(), now)).toBe(text))
})
