import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxFoundRows } from '../../../shared/staff/search-schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildItem, buildOrder, buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

type Row = { _id: string }
type Found = Record<'orders' | 'customers' | 'items' | 'conversations', Row[]>

let server: TestServer
let mira: TestUser
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server)
  ada = await buildUser(server, { firstName: 'Ada', lastName: 'Öztürk', email: 'ada@palette.test' })
}, openTimeoutMs)
afterAll(() => server.close())

const search = async (q: string, { token }: TestUser = mira) =>
  server.call('GET', `/admin/search?q=${encodeURIComponent(q)}`, undefined, { token })
const found = async (q: string) => (await search(q)).body.data as unknown as Found
const idsOf = async (q: string) =>
  Object.fromEntries(Object.entries(await found(q)).map(([kind, rows]) => [kind, rows.map(({ _id }) => _id)]))
const nothing = { orders: [], customers: [], items: [], conversations: [] }

it('finds a customer with their orders and conversation by a name', async () => {
  const order = await buildPaidOrder(server, ada)
  await server.call('POST', '/support-chat/message', { message: 'Where is my key?' }, { token: ada.token })
  const mine = { orders: [order._id], customers: [ada.id], conversations: [ada.id], items: [] }
  expect(await idsOf('ozturk')).toEqual(mine)
  expect(await idsOf('  ADA@Palette ')).toEqual(mine)
  expect(await idsOf('where is my key')).toEqual({ ...nothing, conversations: [ada.id] })
})

it('finds an order by its number, or the beginning of it, and an item by its name, archived or not', async () => {
  const order = await buildOrder(server, ada)
  const number = order._id.slice(-6).toUpperCase()
  for (const q of [`#${number}`, number.slice(0, 5), `#${number.slice(0, 4)}`]) {
    expect((await idsOf(q)).orders, q).toEqual([order._id])
  }
  for (const q of [`#${number.slice(0, 3)}`, number.slice(1), `${number}z`]) {
    expect((await idsOf(q)).orders, q).toEqual([])
  }
  const item = await buildItem(server, { name: 'Quillfeather Pro', archivedAt: new Date() })
  expect((await found('quillfeather')).items).toMatchObject([
    { _id: item.id, name: 'Quillfeather Pro', isArchived: true, isDraft: false },
  ])
})

it('finds an order by its payment code, as people write it', async () => {
  const order = await buildPaidOrder(server, ada)
  const { reference } = (await server.call<{ reference: string }>('GET', `/admin/orders/${order._id}`, undefined, mira))
    .body.data
  const spaced = `${reference.slice(0, 3)} ${reference.slice(3)}`
  for (const q of [reference, spaced.toLowerCase(), `CEFT ${reference.slice(0, 3)}-${reference.slice(3)}`]) {
    expect((await idsOf(q)).orders, q).toEqual([order._id])
  }
  expect((await idsOf(reference.slice(0, 6))).orders).toEqual([])
})

it('returns a few rows of each, the newest first', async () => {
  const people = []
  for (let i = 0; i < maxFoundRows + 2; i += 1) {
    people.push(await buildUser(server, { firstName: 'Crowd', lastName: `N${i}`, email: `n${i}@crowd.test` }))
  }
  const newest = people.map(({ id }) => id).toReversed()
  expect((await idsOf('crowd')).customers).toEqual(newest.slice(0, maxFoundRows))
})

it('finds nothing for a text without words, and takes signs literally', async () => {
  for (const q of ['', '  ', '%', '_', '" OR "a', 'NEAR(ada*']) expect(await idsOf(q), q).toEqual(nothing)
  expect((await search('a'.repeat(201))).status).toBe(400)
})

it('is for staff only', async () => {
  expect((await search('ada', ada)).status).toBe(403)
})
