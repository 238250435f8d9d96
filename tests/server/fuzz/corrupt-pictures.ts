import { randomFillSync } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import sharp from 'sharp'

const formats = ['png', 'jpeg', 'webp', 'gif'] as const
/** Must never be served. */
export const payload = '<script>canary()</script>'
export const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${payload}</svg>`
export const html = `<!doctype html><html><body onload="canary()">${payload}</body></html>`

/** A valid picture in each accepted format. */
export const drawPictures = async () =>
  Promise.all(
    formats.map((format) =>
      sharp(randomFillSync(Buffer.alloc(48 * 32 * 3)), { raw: { width: 48, height: 32, channels: 3 } })
        .toFormat(format)
        .toBuffer(),
    ),
  )

const bytes = (maxLength: number) => fc.uint8Array({ minLength: 0, maxLength }).map((array) => Buffer.from(array))
const foreignContent = fc.constantFrom(
  payload,
  svg,
  html,
  '%PDF-1.7\n',
  'PK\x03\x04',
  'GIF89a/*',
  'RIFF',
  '\x89PNG\r\n\x1a\n',
)

/** Files made of valid pictures: unchanged, truncated, corrupted, mixed with foreign content, or only named like one. */
export const corruptPictures = (pictures: Buffer[]): fc.Arbitrary<Buffer> => {
  const picture = fc.constantFrom(...pictures)
  const position = fc.double({ min: 0, max: 1, noNaN: true })
  const offset = (file: Buffer, position: number) => Math.floor(position * file.length)
  return fc.oneof(
    { weight: 2, arbitrary: picture },
    { weight: 1, arbitrary: bytes(2000) },
    // Truncated.
    {
      weight: 2,
      arbitrary: fc.tuple(picture, position).map(([file, position]) => file.subarray(0, offset(file, position))),
    },
    // With some bytes replaced.
    {
      weight: 4,
      arbitrary: fc
        .tuple(picture, fc.array(fc.tuple(position, fc.nat(255)), { minLength: 1, maxLength: 12 }))
        .map(([file, changes]) => {
          const corrupted = Buffer.from(file)
          for (const [position, byte] of changes) corrupted[Math.min(offset(file, position), file.length - 1)] = byte
          return corrupted
        }),
    },
    // With foreign content before, inside or after it.
    {
      weight: 3,
      arbitrary: fc.tuple(picture, position, foreignContent).map(([file, position, text]) => {
        const cut = position < 0.2 ? 0 : position > 0.8 ? file.length : offset(file, position)
        return Buffer.concat([file.subarray(0, cut), Buffer.from(text, 'latin1'), file.subarray(cut)])
      }),
    },
    // The start of one and the end of another.
    {
      weight: 1,
      arbitrary: fc
        .tuple(picture, picture, position)
        .map(([first, second, position]) =>
          Buffer.concat([first.subarray(0, 16), second.subarray(offset(second, position))]),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(foreignContent, bytes(300))
        .map(([text, rest]) => Buffer.concat([Buffer.from(text, 'latin1'), rest])),
    },
  )
}

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, checksum])
}

/**
 * A valid black PNG with one bit per pixel: 400 million pixels take 50 kB.
 * @param extraChunks chunks before the pixels
 */
export function blackPng(width: number, height: number, extraChunks: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...extraChunks,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const compressedZeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024))

/** Small files that expand when they are decoded. */
export const decompressionBombs: Record<string, () => Buffer> = {
  'a PNG of 20,000 × 20,000': () => blackPng(20_000, 20_000),
  'a PNG whose color profile expands to 64 MB': () =>
    blackPng(64, 64, [chunk('iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), compressedZeros(64)]))]),
  'a PNG whose text expands to 64 MB': () =>
    blackPng(64, 64, [chunk('zTXt', Buffer.concat([Buffer.from('t\0\0', 'latin1'), compressedZeros(64)]))]),
  'a GIF of 65,535 × 65,535': () =>
    Buffer.concat([
      Buffer.from('GIF89a', 'latin1'),
      Buffer.from([0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]),
      Buffer.from([0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 2, 0x4c, 0x01, 0, 0x3b]),
    ]),
  'a JPEG that claims 65,500 × 65,500': () =>
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
