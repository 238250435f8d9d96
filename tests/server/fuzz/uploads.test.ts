import * as fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, pictures } from '../../../drizzle/schema.ts'
import { maxPictureBytes, pictureTypes } from '../../../shared/catalogue/staff-schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, type TestUser } from '../../build.ts'
import { randomSeed, rounds } from '../../thorough.ts'
import { upload } from '../catalogue/staff-catalogue.ts'
import { blackPng, corruptPictures, decompressionBombs, drawPictures, html, svg } from './corrupt-pictures.ts'

let server: TestServer
let mira: TestUser
let validPictures: Buffer[]
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server)
  validPictures = await drawPictures()
})
afterAll(() => server.close())

type UploadOptions = { type?: string; use?: string; headers?: Record<string, string> }
const uploadAsStaff = (bytes: Uint8Array, options: UploadOptions = {}) =>
  upload(server, bytes, { ...options, token: mira.token })
const countRows = async () => [await server.app.db.$count(pictures), await server.app.db.$count(audit)]

/** Expects the file to be re-encoded, or rejected without a change. @returns the status */
async function expectReencodedOrRejected(bytes: Uint8Array, options: UploadOptions = {}) {
  const before = await countRows()
  const { status, body } = await uploadAsStaff(bytes, options)
  const request = `${JSON.stringify(options)} ${Buffer.from(bytes).toString('base64').slice(0, 3000)}`
  expect([200, 413, 415, 422], request).toContain(status)
  if (status !== 200) {
    expect(body, request).toMatchObject({ success: false, message: expect.stringMatching(/^[^\n]{3,200}$/) })
    expect(await countRows(), request).toEqual(before)
    return status
  }
  const served = await server.router.request(`http://localhost${body.data.link}`)
  const reencoded = Buffer.from(await served.arrayBuffer())
  expect(served.headers.get('content-type'), request).toBe('image/webp')
  expect(reencoded.toString('latin1'), request).toMatch(/^RIFF[^]{4}WEBP/)
  expect(reencoded.toString('latin1'), request).not.toMatch(/canary|<script|<svg/)
  const { format, width, height } = await sharp(reencoded).metadata()
  expect(format === 'webp' && width <= 1200 && height <= 675, request).toBe(true)
  return status
}

it(`re-encodes or rejects corrupt files (seed ${randomSeed})`, async () => {
  const countByStatus = new Map<number, number>()
  const file = corruptPictures(validPictures)
  const options = fc.record({
    type: fc.constantFrom(...pictureTypes, ...pictureTypes, 'image/svg+xml', 'text/html', 'image/png; charset=x'),
    use: fc.constantFrom('logo', 'banner'),
  })
  for (const [bytes, choice] of fc.sample(fc.tuple(file, options), { seed: randomSeed, numRuns: rounds(80, 250) })) {
    const status = await expectReencodedOrRejected(bytes, choice)
    countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1)
  }
  console.info(`uploads with seed ${randomSeed}: ${JSON.stringify(Object.fromEntries(countByStatus))}`)
  // The samples contained both: a tenth of them is still a picture, half of them is not.
  expect(countByStatus.get(200)).toBeGreaterThan(0)
  expect(countByStatus.get(422)).toBeGreaterThan(0)
}, 600_000)

describe('rejects a file that isn’t a picture', () => {
  it.each([
    ['an SVG', svg],
    ['an HTML page', html],
    ['an SVG after a blank line', `\n\n<?xml version="1.0"?>${svg}`],
    ['a playlist', '#EXTM3U\nhttp://127.0.0.1/'],
    [
      'an ImageMagick script',
      'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 9,9 "/etc/passwd"\npop graphic-context',
    ],
  ])('%s', async (_, text) => {
    for (const type of pictureTypes) expect(await expectReencodedOrRejected(Buffer.from(text), { type })).toBe(422)
    for (const type of [
      'image/svg+xml',
      'text/html',
      'application/octet-stream',
      'IMAGE/PNG',
      'image/png, text/html',
    ]) {
      expect(await expectReencodedOrRejected(Buffer.from(text), { type })).toBe(415)
    }
  })

  it('detects the format of a picture sent with another content type', async () => {
    for (const bytes of validPictures)
      for (const type of pictureTypes) expect(await expectReencodedOrRejected(bytes, { type })).toBe(200)
  })
})

describe('rejects a decompression bomb without decoding it', () => {
  it.each(Object.keys(decompressionBombs))('%s', async (name) => {
    const bomb = decompressionBombs[name]!()
    expect(bomb.length).toBeLessThan(maxPictureBytes)
    const before = process.memoryUsage().rss
    await expectReencodedOrRejected(bomb)
    await expectReencodedOrRejected(bomb, { use: 'banner' })
    expect(process.memoryUsage().rss - before).toBeLessThan(400e6)
  })

  it('but accepts the largest allowed picture', async () => {
    expect(await expectReencodedOrRejected(blackPng(7000, 7000), { use: 'banner' })).toBe(200)
    expect(await expectReencodedOrRejected(blackPng(7100, 7100))).toBe(422)
  })
})

describe('returns 413 for a file that is too large', () => {
  it('by its content length', async () => {
    expect(await expectReencodedOrRejected(Buffer.alloc(maxPictureBytes + 1))).toBe(413)
    const claimed = { headers: { 'content-length': String(maxPictureBytes * 100) } }
    expect(await expectReencodedOrRejected(validPictures[0]!, claimed)).toBe(413)
  })

  it('as soon as too many bytes of a chunked body have arrived', async () => {
    const before = await countRows()
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const response = await server.router.request('http://localhost/api/admin/pictures?use=logo', {
      method: 'POST',
      headers: { 'content-type': 'image/png', authorization: `Bearer ${mira.token}` },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(pulled).toBeLessThan(maxPictureBytes * 2)
    expect(await countRows()).toEqual(before)
  })
})
