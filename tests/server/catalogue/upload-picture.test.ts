import { deflateSync } from 'node:zlib'
import { desc } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, pictures } from '../../../drizzle/schema.ts'
import { throwUnreadable } from '../../../server/catalogue/encode-picture.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { draw, upload, itemInput } from './staff-catalogue.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterAll(() => server.close())

const send = (bytes: Uint8Array | string, use: 'logo' | 'banner' = 'logo', type = 'image/png') =>
  upload(server, bytes, { use, type, token: mira.token })

async function open(link: string) {
  const response = await server.router.request(`http://localhost${link}`)
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('uploading a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('converts a %s to WebP, named by its hash', async (format) => {
    const { status, body } = await send(await draw(640, 320).toFormat(format).toBuffer(), 'logo', `image/${format}`)
    expect(status).toBe(200)
    expect(body.data.link).toMatch(/^\/media\/[0-9a-f]{24}\.webp$/)
    const { headers, bytes } = await open(body.data.link)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  })

  it('shrinks it to the size of its use, but never enlarges it', async () => {
    const size = async (width: number, height: number, use: 'logo' | 'banner') => {
      const { body } = await send(await draw(width, height).png().toBuffer(), use)
      const { width: w, height: h } = await sharp((await open(body.data.link)).bytes).metadata()
      return [w, h]
    }
    expect(await size(3000, 1500, 'banner')).toEqual([1200, 600])
    expect(await size(1000, 3000, 'banner')).toEqual([225, 675])
    expect(await size(300, 200, 'banner')).toEqual([300, 200])
    expect(await size(40, 20, 'logo')).toEqual([40, 40])
  })

  it('removes metadata and applies the orientation', async () => {
    const secret = 'GPS 6.9271 N'
    const jpeg = await draw(100, 50)
      .jpeg()
      .withExif({ IFD0: { ImageDescription: secret } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(jpeg.toString('latin1')).toContain(secret)
    const { body } = await send(jpeg, 'banner', 'image/jpeg')
    const { bytes } = await open(body.data.link)
    expect(bytes.toString('latin1')).not.toContain(secret)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 50, height: 100 })
  })

  it('keeps the first frame of an animation', async () => {
    const frames = [draw(8, 8, '#ff0000'), draw(8, 8, '#0000ff')].map((frame) => frame.png().toBuffer())
    const animation = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(2)
    const { body } = await send(animation, 'logo', 'image/gif')
    const { bytes } = await open(body.data.link)
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
    const [red, , blue] = await sharp(bytes).raw().toBuffer()
    expect(red! > 200 && blue! < 60).toBe(true)
  })

  it('removes a script appended to the file', async () => {
    const script = '<script>alert(1)</script>'
    const polyglot = Buffer.concat([await draw(20, 20).png().toBuffer(), Buffer.from(script)])
    const { body } = await send(polyglot)
    expect((await open(body.data.link)).bytes.toString('latin1')).not.toContain('script')
  })

  it('can be used for an item', async () => {
    const { body } = await send(await draw(300, 300).png().toBuffer())
    const { link } = body.data
    const item = await server.call<{ logoLink: string }>(
      'POST',
      '/admin/items',
      await itemInput(server, { logoLink: link, bannerLink: link }),
      { token: mira.token },
    )
    expect(item.body.data.logoLink).toBe(link)
  })

  it('stores a repeated upload once', async () => {
    const bytes = await draw(33, 33).png().toBuffer()
    const [first, second] = [await send(bytes), await send(bytes)]
    expect(first.body.data.link).toBe(second.body.data.link)
  })

  it('is recorded in the audit log', async () => {
    const [last] = await server.app.db.select().from(audit).orderBy(desc(audit.seq)).limit(1)
    expect(last).toMatchObject({ actorId: mira.id, action: 'picture.upload', subject: 'picture' })
    expect((await open(`/media/${last!.subjectId}`)).headers.get('content-type')).toBe('image/webp')
    const found = await server.call<{ subjectId: string }[]>('GET', '/admin/audit?subject=picture', undefined, {
      token: mira.token,
    })
    expect(found.body.data[0]!.subjectId).toBe(last!.subjectId)
  })
})

/** A PNG of a few bytes that claims to be far larger. */
function bomb(width: number, height: number) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(99))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer) {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return ~sum >>> 0
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

describe('uploading anything else', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['an SVG that claims to be a PNG', () => Buffer.from(svg)],
    ['an SVG with a blank before it', () => Buffer.from(`\n \ufeff<?xml version="1.0"?>${svg}`)],
    ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a TIFF', () => draw(9, 9).tiff().toBuffer()],
    ['an AVIF', () => draw(9, 9).avif().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer << >>')],
    ['a header without pixels', async () => (await draw(500, 500).png().toBuffer()).subarray(0, 60)],
    ['half a picture', async () => (await noise(300)).subarray(0, 20_000)],
    ['an empty file', () => Buffer.alloc(0)],
    ['random text', () => Buffer.from('a'.repeat(5000))],
  ])('rejects %s', async (_, build) => {
    const { status, body } = await send(await build())
    expect({ status, ...body }).toMatchObject({ status: 422, success: false, error: 'not_a_picture' })
    expect(body.message).toBe('We can’t read this picture. Please upload a PNG, JPEG, WebP or GIF.')
  })

  it('rejects a picture that claims more than 50 million pixels', async () => {
    expect((await send(bomb(40_000, 40_000))).body.error).toBe('too_many_pixels')
    expect((await send(bomb(8000, 7000))).body.error).toBe('too_many_pixels')
  })

  it('returns 413 above 5 MB', async () => {
    const { status, body } = await send(Buffer.alloc(5 * 1024 * 1024 + 1))
    expect({ status, message: body.message }).toEqual({ status: 413, message: 'A request can be at most 5 MB.' })
  })

  it.each(['image/svg+xml', 'image/tiff', 'text/html', 'application/json', 'multipart/form-data', ''])(
    'returns 415 for the content type “%s”',
    async (type) => {
      expect((await send(await draw(9, 9).png().toBuffer(), 'logo', type)).status).toBe(415)
    },
  )

  it('returns 400 for an unknown use', async () => {
    const bytes = await draw(9, 9).png().toBuffer()
    for (const use of ['', 'avatar', 'logo&use=banner', 'logo&name=../x.html']) {
      expect((await upload(server, bytes, { use, token: mira.token })).status).toBe(400)
    }
  })

  it('returns 401 or 403 to anyone but staff, and to pages of other sites', async () => {
    const picturesBefore = await server.app.db.select().from(pictures)
    const bytes = await draw(77, 77).png().toBuffer()
    expect((await upload(server, bytes)).status).toBe(401)
    expect((await upload(server, bytes, { token: ada.token })).body.error).toBe('staff_only')
    const foreign = { token: mira.token, headers: { origin: 'https://evil.example' } }
    expect((await upload(server, bytes, foreign)).body.error).toBe('foreign_origin')
    expect(await server.app.db.select().from(pictures)).toEqual(picturesBefore)
  })
})

it('encodes one picture at a time and returns 503 when the queue is full', async () => {
  const bytes = await noise(700)
  const responses = await Promise.all(Array.from({ length: 12 }, () => send(bytes, 'banner')))
  const count = (status: number) => responses.filter((response) => response.status === status).length
  expect(count(200)).toBeGreaterThanOrEqual(8)
  expect(count(200) + count(503)).toBe(12)
  expect((await send(bytes, 'banner')).status).toBe(200)
})

it('blames no picture for a busy machine', () => {
  const thrown = (message: string) => () => throwUnreadable(new Error(message))
  expect(thrown('timeout: 19% complete')).toThrow(expect.objectContaining({ status: 503 }))
  expect(thrown('Input buffer contains unsupported image format')).toThrow(expect.objectContaining({ status: 422 }))
})

it('limits the uploads of each member of staff', async () => {
  const limited = await startTestServer({ RATE_LIMITS: 'on' })
  try {
    const [first, second] = [await buildStaff(limited), await buildStaff(limited)]
    // Rejected uploads count, too: they cost as much.
    const attempt = ({ token }: TestUser) => upload(limited, 'not a picture', { token })
    let response = await attempt(first)
    for (let n = 0; n < 100 && response.status !== 429; n += 1) response = await attempt(first)
    expect(response).toMatchObject({ status: 429, body: { error: 'too_many' } })
    expect((await attempt(second)).status).toBe(422)
    expect(await limited.app.db.select().from(pictures)).toEqual([])
  } finally {
    await limited.close()
  }
})

/** A PNG that doesn't compress. */
async function noise(side: number) {
  const pixels = Buffer.alloc(side * side * 3)
  let seed = 7
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (seed = (seed * 48_271) % 2_147_483_647) & 255
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}
