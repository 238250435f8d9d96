import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compressPart, encodePage, type PagePart } from '../../../server/pages/encode-page.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 3000 })
const part = fc.oneof(
  text.map((value): PagePart => ({ bytes: Buffer.from(value) })),
  fc.constantFrom('', 'a', '<style>a{color:red}</style>'.repeat(5000)).map((value) => compressPart(Buffer.from(value))),
)
const encode = (parts: PagePart[]) => encodePage(parts, { status: 200, cursorHead: 1 })

it('makes one valid stream of parts that were compressed now and before', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const page = Buffer.concat(parts.map(({ bytes }) => bytes))
      expect(gunzipSync(encode(parts).gzip).equals(page)).toBe(true)
    }),
  )
})

it('gives different pages different ETags, and the same page the same', () => {
  const [a, b] = ['a page', 'b page'].map((value) => ({ bytes: Buffer.from(value) })) as [PagePart, PagePart]
  expect(encode([a]).etag).toBe(encode([a]).etag)
  expect(encode([a]).etag).not.toBe(encode([b]).etag)
})
