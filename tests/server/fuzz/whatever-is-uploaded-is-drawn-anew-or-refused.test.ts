import * as fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit, pictures } from '../../../drizzle/schema.ts'
import { mostPictureBytes, pictureTypes } from '../../../shared/staff-catalogue-calls.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildStaff, type Somebody } from '../../build.ts'
import { seed, soak } from '../../soak.ts'
import { upload } from '../staff/catalogue.ts'
import { blackPng, bombs, drawAll, drawing, page, spoiltFrom } from './spoilt-pictures.ts'

let store: TestStore
let mira: Somebody
let whole: Buffer[]
beforeAll(async () => {
  store = await openTestStore()
  mira = await buildStaff(store)
  whole = await drawAll()
})
afterAll(() => store.close())

type Sent = { type?: string; use?: string; headers?: Record<string, string> }
const send = (bytes: Uint8Array, sent: Sent = {}) => upload(store, bytes, { ...sent, token: mira.token })
const kept = async () => [await store.store.db.$count(pictures), await store.store.db.$count(audit)]

/** It became a picture of the store's own making; or it was refused, and nothing is as it was not before. */
async function expectDrawnOrRefused(bytes: Uint8Array, sent: Sent = {}) {
  const before = await kept()
  const { status, body } = await send(bytes, sent)
  const asked = `${JSON.stringify(sent)} ${Buffer.from(bytes).toString('base64').slice(0, 3000)}`
  expect([200, 413, 415, 422], asked).toContain(status)
  if (status !== 200) {
    expect(body, asked).toMatchObject({ success: false, message: expect.stringMatching(/^[^\n]{3,200}$/) })
    expect(await kept(), asked).toEqual(before)
    return status
  }
  const served = await store.app.request(`http://localhost${body.data.link}`)
  const drawn = Buffer.from(await served.arrayBuffer())
  expect(served.headers.get('content-type'), asked).toBe('image/webp')
  expect(drawn.toString('latin1'), asked).toMatch(/^RIFF[^]{4}WEBP/)
  expect(drawn.toString('latin1'), asked).not.toMatch(/canary|<script|<svg/)
  const { format, width, height } = await sharp(drawn).metadata()
  expect(format === 'webp' && width <= 1200 && height <= 675, asked).toBe(true)
  return status
}

test(`files that are pictures, nearly pictures, or say that they are (seed ${seed})`, async () => {
  const told = new Map<number, number>()
  const file = spoiltFrom(whole)
  const sent = fc.record({
    type: fc.constantFrom(...pictureTypes, ...pictureTypes, 'image/svg+xml', 'text/html', 'image/png; charset=x'),
    use: fc.constantFrom('logo', 'banner'),
  })
  for (const [bytes, how] of fc.sample(fc.tuple(file, sent), { seed, numRuns: 250 * soak })) {
    const status = await expectDrawnOrRefused(bytes, how)
    told.set(status, (told.get(status) ?? 0) + 1)
  }
  console.info(`uploads with seed ${seed}: ${JSON.stringify(Object.fromEntries(told))}`)
  // Chance made neither refusals alone nor pictures alone.
  expect(told.get(200)).toBeGreaterThan(10)
  expect(told.get(422)).toBeGreaterThan(10)
}, 600_000)

describe('what is no picture is never served as what it says', () => {
  test.each([
    ['a drawing', drawing],
    ['a page', page],
    ['a drawing behind a blank line', `\n\n<?xml version="1.0"?>${drawing}`],
    ['a list of playing', '#EXTM3U\nhttp://127.0.0.1/'],
    [
      'a script for a renderer',
      'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 9,9 "/etc/passwd"\npop graphic-context',
    ],
  ])('%s', async (_, text) => {
    for (const type of pictureTypes) expect(await expectDrawnOrRefused(Buffer.from(text), { type })).toBe(422)
    for (const type of [
      'image/svg+xml',
      'text/html',
      'application/octet-stream',
      'IMAGE/PNG',
      'image/png, text/html',
    ]) {
      expect(await expectDrawnOrRefused(Buffer.from(text), { type })).toBe(415)
    }
  })

  test('a picture sent under the name of another is what it is, not what it is called', async () => {
    for (const bytes of whole)
      for (const type of pictureTypes) expect(await expectDrawnOrRefused(bytes, { type })).toBe(200)
  })
})

describe('a small file that grows is refused without growing', () => {
  test.each(Object.keys(bombs))('%s', async (name) => {
    const bomb = bombs[name]!()
    expect(bomb.length).toBeLessThan(mostPictureBytes)
    const before = process.memoryUsage().rss
    await expectDrawnOrRefused(bomb)
    await expectDrawnOrRefused(bomb, { use: 'banner' })
    expect(process.memoryUsage().rss - before).toBeLessThan(400e6)
  })

  test('and the largest that is taken is drawn', async () => {
    expect(await expectDrawnOrRefused(blackPng(7000, 7000), { use: 'banner' })).toBe(200)
    expect(await expectDrawnOrRefused(blackPng(7100, 7100))).toBe(422)
  })
})

describe('one that is too large is refused', () => {
  test('when it says so itself', async () => {
    expect(await expectDrawnOrRefused(Buffer.alloc(mostPictureBytes + 1))).toBe(413)
    const lie = { headers: { 'content-length': String(mostPictureBytes * 100) } }
    expect(await expectDrawnOrRefused(whole[0]!, lie)).toBe(413)
  })

  test('as soon as too much has come of one that does not say how much', async () => {
    const before = await kept()
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const response = await store.app.request('http://localhost/api/admin/pictures?use=logo', {
      method: 'POST',
      headers: { 'content-type': 'image/png', authorization: `Bearer ${mira.token}` },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(pulled).toBeLessThan(mostPictureBytes * 2)
    expect(await kept()).toEqual(before)
  })
})
