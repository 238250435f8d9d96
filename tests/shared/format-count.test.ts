import { describe, expect, it } from 'vitest'
import { formatCount } from '../../shared/format-count.ts'

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [123456, '123,456'],
    [1234567890, '1,234,567,890'],
    [-999, '-999'],
    [-1000, '-1,000'],
  ])('formats %d as %s', (count, text) => {
    expect(formatCount(count)).toBe(text)
    expect(formatCount(count)).toBe(count.toLocaleString('en'))
  })
})
