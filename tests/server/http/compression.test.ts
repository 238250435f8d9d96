import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildItem, buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await startTestServer()
  staff = await buildStaff(server)
  for (let i = 0; i < 8; i++) await buildItem(server)
  for (let i = 0; i < 4; i++) await buildPaidOrder(server, await buildUser(server))
})
afterAll(() => server.close())

async function get(path: string, acceptEncoding?: string) {
  const headers = {
    authorization: `Bearer ${staff.token}`,
    ...(acceptEncoding && { 'accept-encoding': acceptEncoding }),
  }
  const response = await server.router.request(`http://localhost/api${path}`, { headers })
  return {
    response,
    encoding: response.headers.get('content-encoding'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

it.each(['/admin/orders?limit=50', '/items?limit=24'])(
  'compresses a long response for clients that accept gzip: %s',
  async (path) => {
    const plain = await get(path)
    expect(plain.encoding).toBeNull()
    expect(plain.bytes.length).toBeGreaterThan(2048)
    // The second one of what is cached was compressed before.
    for (const accepted of ['gzip', 'br, gzip;q=0.8']) {
      const { response, encoding, bytes } = await get(path, accepted)
      expect(encoding).toBe('gzip')
      expect(response.headers.get('vary')).toBe('accept-encoding')
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()))
    }
    for (const refused of ['br', 'gzip;q=0', 'identity']) expect((await get(path, refused)).encoding).toBeNull()
  },
)

it('sends a short response as it is', async () => {
  const { encoding, bytes } = await get('/auth/me', 'gzip')
  expect(bytes.length).toBeLessThan(2048)
  expect(encoding).toBeNull()
})
