import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'
import { bankDisguises, hashDisguises } from '../../shared/orders/disguises.ts'

let server: TestServer
let [ada, eve, mira] = [] as unknown as [TestUser, TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  eve = await buildUser(server)
  mira = await buildStaff(server)
}, openTimeoutMs)
afterAll(() => server.close())

const methods = ['crypto', 'bank', 'binance']
const pay = (id: string, reference: string, customer = ada, paymentMethod = 'bank') =>
  server.call('PATCH', `/checkout/${id}/mark-paid`, { paymentMethod, reference }, { token: customer.token })
async function payWith(reference: string, customer = ada, paymentMethod = 'bank'): Promise<string> {
  const { _id } = await buildOrder(server, customer)
  expect((await pay(_id, reference, customer, paymentMethod)).status).toBe(200)
  return _id
}
const act = (id: string, action: string, body?: unknown) =>
  server.call<Wire['order']>('PATCH', `/admin/orders/${id}/${action}`, body, { token: mira.token })
const read = async (id: string) =>
  (await server.call<Wire['order']>('GET', `/admin/orders/${id}`, undefined, { token: mira.token })).body.data
const linksOf = async (id: string) => (await read(id)).sameReference?.orders.map(({ _id }) => _id) ?? []

let count = 0
const newReference = () => `CEFT ${100_000 + ++count}`
const newHash = () => `0x${(++count).toString(16).padStart(64, 'fedcba')}`

it('flags both orders with a reference and links each to the other', async () => {
  const reference = newReference()
  const [one, stranger] = [await payWith(reference), await payWith(newReference())]
  expect(await read(one)).toMatchObject({ referenceReused: false, sameReference: null })
  const two = await payWith(reference.toLowerCase().replace(' ', '-'), eve)
  expect(await read(one)).toMatchObject({
    referenceReused: true,
    sameReference: { count: 1, orders: [{ _id: two, paymentStatus: 'paid' }] },
  })
  expect(await read(two)).toMatchObject({
    referenceReused: true,
    sameReference: { count: 1, orders: [{ _id: one, paymentStatus: 'paid' }] },
  })
  expect(await read(stranger)).toMatchObject({ referenceReused: false, sameReference: null })
  const list = await server.call<Wire['order'][]>('GET', '/admin/orders?limit=3', undefined, { token: mira.token })
  const ofList = new Map(list.body.data.map((order) => [order._id, order.sameReference?.orders.map(({ _id }) => _id)]))
  expect([ofList.get(one), ofList.get(two), ofList.get(stranger)]).toEqual([[two], [one], undefined])
})

it('flags a transaction hash however it is typed and whatever the method', async () => {
  for (const [i, [typed, disguise]] of hashDisguises.entries()) {
    const hash = newHash()
    const [one, two] = [await payWith(hash, ada, 'crypto'), await payWith(disguise(hash), eve, methods[i % 3])]
    expect([typed, await linksOf(one), await linksOf(two)]).toEqual([typed, [two], [one]])
  }
})

it('flags a bank reference however it is typed', async () => {
  const visible = bankDisguises.filter((text) => !/\p{C}/u.test(text))
  const ids = []
  for (const reference of visible) ids.push(await payWith(reference, eve))
  for (const id of ids) expect((await read(id)).sameReference!.count).toBe(visible.length - 1)
})

it('names five of many orders, verified ones first', async () => {
  const reference = newReference()
  const ids: string[] = []
  for (let i = 0; i < 8; i += 1) ids.push(await payWith(reference, eve))
  expect((await act(ids[6]!, 'verify')).status).toBe(200)
  const { sameReference } = await read(ids[0]!)
  expect(sameReference).toEqual({
    count: 7,
    orders: [
      { _id: ids[6], paymentStatus: 'verified' },
      ...ids.slice(1, 5).map((_id) => ({ _id, paymentStatus: 'paid' })),
    ],
  })
  expect((await act(ids[0]!, 'verify')).status, 'it may still be verified').toBe(200)
})

it('publishes to staff, and to nobody else, what changes on the other order', async () => {
  const staff = await server.connect({ token: mira.token })
  const customer = await server.connect({ token: ada.token })
  const reference = newReference()
  const one = await payWith(reference)
  const two = await payWith(reference, eve)
  const linksInEvents = (connection: typeof staff) =>
    connection
      .events()
      .filter(({ type, data }) => type === 'order.changed' && (data.order as Wire['order'])._id === one)
      .map(({ data }) => (data.order as Wire['order']).sameReference?.orders)
  await expect.poll(() => linksInEvents(staff).at(-1)).toEqual([{ _id: two, paymentStatus: 'paid' }])
  for (const [action, body, paymentStatus] of [
    ['verify', undefined, 'verified'],
    ['refund', { reason: 'As agreed' }, 'refunded'],
  ] as const) {
    expect((await act(two, action, body)).status).toBe(200)
    await expect.poll(() => linksInEvents(staff).at(-1)).toEqual([{ _id: two, paymentStatus }])
  }
  await expect.poll(customer.eventSummaries).toContain('order.changed paid')
  expect(customer.eventSummaries().filter((summary) => summary === 'order.changed paid')).toHaveLength(1)
})

it('flags both of two orders that are marked as paid at once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const reference = newReference()
    const [one, two] = [(await buildOrder(server, ada))._id, (await buildOrder(server, eve))._id]
    await Promise.all([pay(one, reference), pay(two, reference, eve)])
    expect([await linksOf(one), await linksOf(two)]).toEqual([[two], [one]])
  }
})
