import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseStreamCursor } from '../../../shared/stream-cursor.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, fillCart, type TestUser } from '../../build.ts'

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
  await buildOrder(server, ada)
  await fillCart(server, ada)
})
afterAll(() => server.close())

it.each<[number, string, string, unknown]>([
  [200, 'GET', '/cart', undefined],
  [400, 'GET', '/items?nothing=1', undefined],
  [404, 'GET', '/checkout/none', undefined],
  [409, 'POST', '/checkout', { paymentMethod: 'bank', subtotal: 1 }],
])('sends the cursor from before the request with a %i response to %s %s', async (status, method, path, body) => {
  const before = await server.app.streamHeads.readCursor(ada)
  const response = await server.call(method, path, body, { token: ada.token })
  expect(response.status).toBe(status)
  expect(parseStreamCursor(response.headers.get('x-stream-position'))).toEqual(before)
})

it('names the streams that the caller can read, for a visitor only the catalogue', async () => {
  const streamsOf = async (token: string | undefined) => {
    const { headers } = await server.call('GET', '/items/none', undefined, { token })
    return Object.keys(parseStreamCursor(headers.get('x-stream-position'))!.heads).toSorted()
  }
  expect(await streamsOf(undefined)).toEqual(['catalogue'])
  expect(await streamsOf(ada.token)).toEqual(['catalogue', 'user'])
  expect(await streamsOf(mira.token)).toEqual(['catalogue', 'staff', 'user'])
})
