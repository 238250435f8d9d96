import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepPicture, pictureLink } from '../../../server/catalogue/pictures.ts'
import { sharePicture } from '../../../shared/catalogue.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildStaff } from '../../build.ts'
import { draw, upload } from '../staff/catalogue.ts'

let store: TestStore
let token: string
beforeAll(async () => {
  store = await openTestStore()
  token = (await buildStaff(store)).token
})
afterAll(() => store.close())

const svg = (body: string, width = 640, height = 400) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`
const striped = svg('<rect width="640" height="400" fill="#0f5239"/><rect width="640" height="100" fill="#c00000"/>')

async function keep(text: string, type = 'image/svg+xml', extension = 'svg') {
  return pictureLink(await store.store.db.transaction((tx) => keepPicture(tx, type, extension, Buffer.from(text))))
}

async function open(link: string) {
  const answer = await store.app.request(`http://localhost${sharePicture(link)}`)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Red and green at a place. */
async function colourAt(bytes: Buffer, left: number, top: number) {
  const [red, green] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [red, green]
}

describe('a banner, for whoever shares its page', () => {
  test('is a PNG of 1200 × 630 under the hash of the banner, for ever', async () => {
    const link = await keep(striped)
    expect(sharePicture(link)).toMatch(/^\/media\/[0-9a-f]{24}\.svg\/share\.png$/)
    const { status, headers, bytes } = await open(link)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  })

  test('shows a drawing whole, and goes on at its sides', async () => {
    const { bytes } = await open(await keep(striped))
    for (const left of [0, 95, 600, 1199]) {
      expect(await colourAt(bytes, left, 20), `${left} from the left, above`).toEqual([0xc0, 0])
      expect(await colourAt(bytes, left, 600), `${left} from the left, below`).toEqual([0x0f, 0x52])
    }
    const tall = await open(await keep(svg('<rect width="100" height="900" fill="#c00000"/>', 100, 900)))
    expect(await sharp(tall.bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
  })

  test('is filled by a photograph', async () => {
    const sent = await draw(500, 500, '#c00000').png().toBuffer()
    const { body } = await upload(store, sent, { use: 'banner', token })
    const { headers, bytes } = await open(body.data.link)
    expect(headers.get('content-type')).toBe('image/png')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
    expect((await colourAt(bytes, 0, 0))[0]).toBeGreaterThan(180)
  })

  test('is the same for all who ask at once, and the next time', async () => {
    const link = await keep(striped.replace('#c00000', '#d00000'))
    const first = await Promise.all(Array.from({ length: 30 }, () => open(link)))
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]))
    const again = await open(link)
    expect(first.every(({ bytes }) => bytes.equals(again.bytes))).toBe(true)
  })

  test('nothing of what is not there', async () => {
    for (const link of ['/media/none.svg', '/media/..%2f..%2fpackage.json', '/media/%00']) {
      const { status, headers } = await open(link)
      expect([status, headers.get('cache-control')], link).toEqual([404, null])
    }
  })
})

test('what staff send is read as no drawing, also while one is drawn', async () => {
  const drawings = await Promise.all(
    Array.from({ length: 20 }, (_, at) => keep(striped.replace('#0f5239', `#0f52${at + 10}`))),
  )
  const shared = drawings.map(open)
  const refused: number[] = []
  // As long as any of them is drawn.
  const drawn = new Set<number>()
  for (const [at, one] of shared.entries()) void one.then(() => drawn.add(at))
  while (drawn.size < shared.length) refused.push((await upload(store, striped, { token })).status)
  expect(refused.length).toBeGreaterThan(1)
  expect(new Set(refused)).toEqual(new Set([422]))
  expect((await Promise.all(shared)).map(({ status }) => status)).toEqual(drawings.map(() => 200))
})
