import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropUnknownFields } from '../../../server/pages/page-data-schema.ts'
import { readPageData } from '../../../server/pages/page-data.ts'
import { readPrefs } from '../../../shared/accounts/prefs.ts'
import { type PageData, serializePageData } from '../../../shared/page-data.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildCategory, buildItem, buildUser, buildVerifiedOrder } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Json = Record<string, unknown>

/** The data in a page for visitors. */
async function readPage(path: string) {
  const { data } = await readPageData(server.app, new URL(path, server.env.publicUrl), readPrefs(undefined))
  return JSON.parse(serializePageData(data)) as Record<string, Json>
}
const fieldsOf = (value: unknown) => Object.keys(value as Json).toSorted()

it('has the fields of the API’s responses, and no others', async () => {
  const category = (await buildCategory(server, 'Music')).id
  const { id } = await buildItem(server, { categoryId: category, brand: 'Northtune' })
  const ada = await buildUser(server)
  await buildVerifiedOrder(server, ada, { itemId: id } as never)
  await server.call('POST', '/reviews', { item: id, stars: 5, description: 'Good' }, { token: ada.token })
  const api = async (path: string) => (await server.call<Json>('GET', path)).body.data

  const [list, page] = [await readPage('/items'), await readPage(`/items/${id}`)]
  const [item] = (list.items!.answer as { data: Json[] }).data
  expect(fieldsOf(item)).toEqual(fieldsOf(((await api('/items')) as unknown as Json[])[0]))
  expect(fieldsOf(list.categories![0])).toEqual(fieldsOf(((await api('/categories')) as unknown as Json[])[0]))
  expect(fieldsOf(page.item)).toEqual(fieldsOf(await api(`/items/${id}`)))
  const [review] = (page.reviews!.answer as { data: Json[] }).data
  expect(fieldsOf(review)).toEqual(fieldsOf(((await api(`/reviews?item=${id}`)) as unknown as Json[])[0]))
  expect(fieldsOf(list.config)).toEqual(
    fieldsOf((await server.call('GET', '/config')).body).filter((name) => name !== 'success'),
  )
})

it.each(['/', '/items', '/items?q=nothing-like-it', '/items/{id}', '/items/missing', '/about'])(
  'has no field at any depth of %s that the contract doesn’t name, and all others',
  async (path) => {
    const { id } = await buildItem(server, { brand: 'Northtune' })
    await server.call('POST', '/reviews', { item: id, stars: 5 }, { token: (await buildUser(server)).token })
    const data = await readPage(path.replace('{id}', id))
    const withUnknownFields = JSON.parse(JSON.stringify(data), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, passwordHash: 'x' } : value,
    ) as PageData
    expect(withUnknownFields.config).toHaveProperty('owner.passwordHash')
    expect(dropUnknownFields(withUnknownFields)).toEqual(data)
  },
)
