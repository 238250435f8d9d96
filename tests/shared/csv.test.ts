import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeCell, unescapeCell } from '../../shared/csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['007', "'007"],
  ["'007", "''007"],
  ["'=x", "''=x"],
  ["'\tx", "''\tx"],
  ['a;=1', "a;'=1"],
  ['a\n- b', "a\n'- b"],
  ["don't", "don't"],
  ["'tis", "'tis"],
  ['12.99', "'12.99"],
  ['12', '12'],
])('keeps %j from being a formula or a number as %j', (text, cell) => {
  expect(escapeCell(text)).toBe(cell)
  expect(unescapeCell(cell)).toBe(text)
})

it('reads every text as it was written', () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom("'", '=', '+', '-', '@', ';', '\t', '\n', '\r\n', '|', ' ', '"', '007', '1E5', 'SEP10'),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      expect(unescapeCell(escapeCell(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})
