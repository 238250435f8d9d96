import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storePicture, pictureLink } from '../../../server/catalogue/pictures.ts'
import { sharePictureLink } from '../../../shared/catalogue/rules.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff } from '../../build.ts'
import { draw, upload } from './staff-catalogue.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await buildStaff(server)).token
})
afterAll(() => server.close())

const svg = (body: string, width = 640, height = 400) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`
const striped = svg('<rect width="640" height="400" fill="#0f5239"/><rect width="640" height="100" fill="#c00000"/>')

async function store(text: string, type = 'image/svg+xml', extension = 'svg') {
  return pictureLink(await server.app.db.transaction((tx) => storePicture(tx, type, extension, Buffer.from(text))))
}

async function open(link: string) {
  const response = await server.router.request(`http://localhost${sharePictureLink(link)}`)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The red and green of a pixel. */
async function colourAt(bytes: Buffer, left: number, top: number) {
  const [red, green] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [red, green]
}

describe('the picture for link previews', () => {
  it('is an immutable PNG of 1200 × 630 at the link of the banner', async () => {
    const link = await store(striped)
    expect(sharePictureLink(link)).toMatch(/^\/media\/[0-9a-f]{24}\.svg\/share\.png$/)
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

  it('is filled by an SVG', async () => {
    const { bytes } = await open(await store(striped))
    for (const left of [0, 95, 600, 1199]) {
      expect(await colourAt(bytes, left, 20), `${left} from the left, top`).toEqual([0xc0, 0])
      // A quarter of the banner less what is cut off at its top.
      expect(await colourAt(bytes, left, 140), `${left} from the left, below`).toEqual([0x0f, 0x52])
      expect(await colourAt(bytes, left, 600), `${left} from the left, bottom`).toEqual([0x0f, 0x52])
    }
    const tall = await open(await store(svg('<rect width="100" height="900" fill="#c00000"/>', 100, 900)))
    expect(await sharp(tall.bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
  })

  it('is filled by a photograph', async () => {
    const photograph = await draw(500, 500, '#c00000').png().toBuffer()
    const { body } = await upload(server, photograph, { use: 'banner', token })
    const { headers, bytes } = await open(body.data.link)
    expect(headers.get('content-type')).toBe('image/png')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
    expect((await colourAt(bytes, 0, 0))[0]).toBeGreaterThan(180)
  })

  it('is the same for simultaneous and later requests', async () => {
    const link = await store(striped.replace('#c00000', '#d00000'))
    const first = await Promise.all(Array.from({ length: 30 }, () => open(link)))
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]))
    const repeated = await open(link)
    expect(first.every(({ bytes }) => bytes.equals(repeated.bytes))).toBe(true)
  })

  it('returns 404 for an unknown picture', async () => {
    for (const link of ['/media/none.svg', '/media/..%2f..%2fpackage.json', '/media/%00']) {
      const { status, headers } = await open(link)
      expect([status, headers.get('cache-control')], link).toEqual([404, null])
    }
  })
})

it('is rendered 30 times a minute for one address, whatever the pictures', async () => {
  const limited = await startTestServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
  const get = async (link: string, address: string) => {
    const headers = { 'x-forwarded-for': address }
    const response = await limited.router.request(`http://localhost${link}`, { headers })
    return response.status
  }
  const now = Date.now() + 60_000
  for (let n = 0; n < 29; n += 1) void limited.app.rateLimits.consume('sharePicture', { address: '203.0.113.1' }, now)
  expect(await get('/media/one.svg/share.png', '203.0.113.1')).toBe(404)
  expect(await get('/media/two.svg/share.png', '203.0.113.1')).toBe(429)
  expect(await get('/media/two.svg/share.png', '203.0.113.2')).toBe(404)
  // Pictures as they are stored cost nothing.
  expect(await get('/media/two.svg', '203.0.113.1')).toBe(404)
  await limited.close()
})

it('rejects uploaded SVG, also while an SVG is being rendered', async () => {
  const svgLinks = await Promise.all(
    Array.from({ length: 20 }, (_, i) => store(striped.replace('#0f5239', `#0f52${i + 10}`))),
  )
  const renderings = svgLinks.map(open)
  const uploadStatuses: number[] = []
  let rendered = 0
  for (const rendering of renderings) void rendering.then(() => (rendered += 1))
  while (rendered < renderings.length) uploadStatuses.push((await upload(server, striped, { token })).status)
  expect(uploadStatuses.length).toBeGreaterThan(1)
  expect(new Set(uploadStatuses)).toEqual(new Set([422]))
  expect((await Promise.all(renderings)).map(({ status }) => status)).toEqual(svgLinks.map(() => 200))
})
