import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationLabel, sharePictureLink } from '../../../shared/catalogue/rules.ts'

describe('durationLabel', () => {
  it.each([
    [1, '1 Month'],
    [2, '2 Months'],
    [11, '11 Months'],
    [12, '1 Year'],
    [13, '13 Months'],
    [18, '18 Months'],
    [24, '2 Years'],
    [36, '3 Years'],
  ])('formats %i months as %s', (months, label) => {
    expect(durationLabel(months)).toBe(label)
  })

  it('uses years only for whole years', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), (months) => {
        expect(/Year/.test(durationLabel(months))).toBe(months % 12 === 0)
      }),
    )
  })
})

it('sharePictureLink appends the name of the preview picture', () => {
  expect(sharePictureLink('/media/a.svg')).toBe('/media/a.svg/share.png')
})
