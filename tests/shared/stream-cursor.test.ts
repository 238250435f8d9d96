import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatStreamCursor, parseStreamCursor, streamNames } from '../../shared/stream-cursor.ts'

const head = fc.nat(1_000_000_000)
const heads = fc.record({ user: head, staff: head, catalogue: head }, { requiredKeys: [] })
const epoch = fc.stringMatching(/^[0-9a-z]{1,30}$/)

describe('formatStreamCursor', () => {
  it('writes the epoch and the head of each known stream', () => {
    expect(formatStreamCursor({ epoch: 'e1', heads: { catalogue: 9, user: 57 } })).toBe('e1;user=57;catalogue=9')
    expect(formatStreamCursor({ epoch: 'e1', heads: {} })).toBe('e1')
  })
})

describe('parseStreamCursor', () => {
  it('returns the cursor that was formatted', () => {
    fc.assert(
      fc.property(epoch, heads, (anyEpoch, anyHeads) => {
        const cursor = { epoch: anyEpoch, heads: anyHeads }
        expect(parseStreamCursor(formatStreamCursor(cursor))).toEqual(cursor)
      }),
    )
  })

  it.each([
    '',
    ';user=1',
    'e;user',
    'e;user=',
    'e;user=-1',
    'e;user=1.5',
    'e;user=x',
    'e;other=1',
    'e;__proto__=1',
    'e;',
    null,
    undefined,
  ])('returns null for %j', (text) => {
    expect(parseStreamCursor(text)).toBeNull()
  })

  it('never throws, whatever the text', () => {
    const texts = fc.array(fc.constantFrom('e', ';', '=', '1', '-', ...streamNames)).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const cursor = parseStreamCursor(text)
        if (cursor) expect(Object.values(cursor.heads).every((seq) => seq >= 0)).toBe(true)
      }),
    )
  })
})
