import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createSupportClient } from './support-client.ts'

let server: TestServer
let support: ReturnType<typeof createSupportClient>
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  support = createSupportClient(server)
  mira = await buildStaff(server, { firstName: 'Mira' })
})
afterAll(() => server.close())

it('returns the newest page first and each message once, while new ones arrive', async () => {
  const ada = await buildUser(server)
  for (let i = 1; i <= 23; i += 1) await support.write(ada, `${i}`)
  const pages: number[][] = []
  let cursor = ''
  do {
    const { body } = await support.list(ada, `?limit=10${cursor && `&cursor=${cursor}`}`)
    pages.push(body.messages.map(({ seq }) => seq))
    cursor = body.nextCursor ?? ''
    await support.write(ada, 'Meanwhile')
  } while (cursor)
  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
  expect(pages).toEqual([range(14, 23), range(4, 13), range(1, 3)])
  expect((await support.list(ada, '?limit=101')).status).toBe(400)
  expect((await support.list(ada, '?cursor=nonsense')).status).toBe(400)
})

it('returns a customer’s own messages, and those of any customer to staff', async () => {
  const [ada, eve] = [await buildUser(server), await buildUser(server)]
  await support.write(ada, 'Mine')
  expect((await support.list(eve)).body.messages).toEqual([])
  expect(await support.list(eve, `?userId=${ada.id}`)).toMatchObject({ status: 403, body: { error: 'not_yours' } })
  expect((await support.list(ada, `?userId=${ada.id}`)).body.messages).toHaveLength(1)
  expect((await support.list(mira, `?userId=${ada.id}`)).body.messages).toHaveLength(1)
  expect((await support.list(mira)).body.messages).toEqual([])
  expect((await support.list(mira, '?userId=none')).status).toBe(404)
  expect((await server.call('GET', '/support-chat')).status).toBe(401)
})
