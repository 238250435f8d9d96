import { randomFillSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import sharp from 'sharp'

const formats = ['png', 'jpeg', 'webp', 'gif'] as const
/** What must never come out of the store again. */
export const payload = '<script>canary()</script>'
export const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${payload}</svg>`
export const page = `<!doctype html><html><body onload="canary()">${payload}</body></html>`

/** A picture of each kind that is taken, whole. */
export const drawAll = async () =>
  Promise.all(
    formats.map((format) =>
      sharp(randomFillSync(Buffer.alloc(48 * 32 * 3)), { raw: { width: 48, height: 32, channels: 3 } })
        .toFormat(format)
        .toBuffer(),
    ),
  )

const bytes = (most: number) => fc.uint8Array({ minLength: 0, maxLength: most }).map((some) => Buffer.from(some))
const texts = fc.constantFrom(
  payload,
  drawing,
  page,
  '%PDF-1.7\n',
  'PK\x03\x04',
  'GIF89a/*',
  'RIFF',
  '\x89PNG\r\n\x1a\n',
)

/** Files that are pictures, nearly pictures, or say that they are. */
export const spoiltFrom = (whole: Buffer[]): fc.Arbitrary<Buffer> => {
  const picture = fc.constantFrom(...whole)
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  const at = (file: Buffer, where: number) => Math.floor(where * file.length)
  return fc.oneof(
    { weight: 2, arbitrary: picture },
    { weight: 1, arbitrary: bytes(2000) },
    // Cut off somewhere.
    { weight: 2, arbitrary: fc.tuple(picture, place).map(([file, where]) => file.subarray(0, at(file, where))) },
    // Some bytes are others.
    {
      weight: 4,
      arbitrary: fc
        .tuple(picture, fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 12 }))
        .map(([file, changes]) => {
          const spoilt = Buffer.from(file)
          for (const [where, byte] of changes) spoilt[Math.min(at(file, where), file.length - 1)] = byte
          return spoilt
        }),
    },
    // Something stands in it, before it or behind it that is none of a picture.
    {
      weight: 3,
      arbitrary: fc.tuple(picture, place, texts).map(([file, where, text]) => {
        const cut = where < 0.2 ? 0 : where > 0.8 ? file.length : at(file, where)
        return Buffer.concat([file.subarray(0, cut), Buffer.from(text, 'latin1'), file.subarray(cut)])
      }),
    },
    // The beginning of one and the end of another.
    {
      weight: 1,
      arbitrary: fc
        .tuple(picture, picture, place)
        .map(([one, other, where]) => Buffer.concat([one.subarray(0, 16), other.subarray(at(other, where))])),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(texts, bytes(300)).map(([text, rest]) => Buffer.concat([Buffer.from(text, 'latin1'), rest])),
    },
  )
}

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A real PNG of one bit a pixel, all black: 400 million of them take 50 kB. `besides` are chunks before its pixels. */
export function blackPng(width: number, height: number, besides: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...besides,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const packed = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024))

/** Small files that grow when they are read. */
export const bombs: Record<string, () => Buffer> = {
  'a PNG of 20,000 × 20,000': () => blackPng(20_000, 20_000),
  'a PNG whose profile unpacks to 64 MB': () =>
    blackPng(64, 64, [chunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), packed(64)]))]),
  'a PNG whose text unpacks to 64 MB': () =>
    blackPng(64, 64, [chunk('zTXt', Buffer.concat([Buffer.from('t\0\0', 'latin1'), packed(64)]))]),
  'a GIF of 65,535 × 65,535': () =>
    Buffer.concat([
      Buffer.from('GIF89a', 'latin1'),
      Buffer.from([0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]),
      Buffer.from([0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 2, 0x4c, 0x01, 0, 0x3b]),
    ]),
  'a JPEG that says 65,500 × 65,500': () =>
    Buffer.from(
      'ffd8ffdb0043000101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101' +
        'ffc0000b08ffdcffdc01011100ffc40014000100000000000000000000000000000009ffc40014100100000000000000000000000000000000ffda0008010100003f0054dfffd9',
      'hex',
    ),
  'a WebP whose canvas is 16,383 × 16,383': () => {
    const canvas = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\xfe\x3f\0\xfe\x3f\0', 'latin1')
    const size = Buffer.alloc(4)
    size.writeUInt32LE(canvas.length + 4)
    return Buffer.concat([Buffer.from('RIFF', 'latin1'), size, Buffer.from('WEBP', 'latin1'), canvas])
  },
}
