import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStaff } from '../../build.ts'
import { startTestServerWithPages } from '../../pages.ts'
import { itemInput } from '../catalogue/staff-catalogue.ts'

let server: Awaited<ReturnType<typeof startTestServerWithPages>>
beforeAll(async () => void (server = await startTestServerWithPages({})))
afterAll(() => server.close())

const open = async (path: string) => (await server.router.request(`http://localhost${path}`)).text()

it('shows no empty rows while nothing is on sale, and the rows once something is', async () => {
  expect(await open('/')).not.toMatch(/Popular right now|What are you looking for\?|Total/)
  const list = await open('/items')
  expect(list).toContain('Nothing is on sale yet')
  expect(list).not.toContain('Clear search')
  expect(await open('/items?q=music')).toContain('Clear search')

  const { token } = await buildStaff(server)
  const created = await server.call('POST', '/admin/items', await itemInput(server), { token })
  expect(created.status).toBe(200)
  expect(await open('/')).toMatch(/Popular right now[^]*What are you looking for\?/)
  expect(await open('/items')).not.toContain('Nothing is on sale yet')
})
