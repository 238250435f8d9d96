import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'
import { actions } from './catalogue.ts'

type Note = { _id: string; text: string; author: { firstName: string } }

let store: TestStore
let [ada, mira, ishara] = [] as unknown as [Somebody, Somebody, Somebody]
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
  ishara = await buildStaff(store)
})
afterAll(() => store.close())

const notes = (order: string, who: Somebody) =>
  store.call<Note[]>('GET', `/admin/orders/${order}/notes`, undefined, { token: who.token })
const write = (order: string, text: string, who: Somebody, key?: string) =>
  store.call<Note>('POST', `/admin/orders/${order}/notes`, { text }, { token: who.token, ...(key && { key }) })
const remove = (order: string, note: string, who: Somebody) =>
  store.call('DELETE', `/admin/orders/${order}/notes/${note}`, undefined, { token: who.token })

test('a note is read by all staff, oldest first, and told to them alone', async () => {
  const { _id } = await buildOrder(store, ada)
  const [hers, theirs] = [await store.follow({ token: ada.token }), await store.follow({ token: ishara.token })]
  const first = await write(_id, '  Called the bank  ', mira)
  expect(first.body.data).toMatchObject({ text: 'Called the bank', author: { firstName: mira.firstName } })
  await write(_id, 'They look for it', ishara)
  expect((await notes(_id, ishara)).body.data.map(({ text }) => text)).toEqual(['Called the bank', 'They look for it'])
  await expect.poll(theirs.heard).toEqual(['order.note', 'audit.added', 'order.note', 'audit.added'])
  expect((await remove(_id, first.body.data._id, mira)).status).toBe(200)
  await expect.poll(theirs.heard).toContain('order.note.removed')
  expect(await actions(store)).toEqual(['order.note', 'order.note', 'order.note.delete'])
  expect((await notes(_id, mira)).body.data.map(({ text }) => text)).toEqual(['They look for it'])
  expect(hers.events()).toEqual([])
  const seen = await store.call('GET', `/checkout/${_id}`, undefined, { token: ada.token })
  expect(JSON.stringify(seen.body)).not.toContain('They look for it')
})

test('only its author removes it, and from its own order', async () => {
  const [order, other] = [await buildOrder(store, ada), await buildOrder(store, ada)]
  const { body } = await write(order._id, 'Mine', mira)
  expect((await remove(order._id, body.data._id, ishara)).status).toBe(404)
  expect((await remove(other._id, body.data._id, mira)).status).toBe(404)
  expect((await notes(order._id, mira)).body.data).toHaveLength(1)
})

test('it is one of an order that there is, with something in it, and written once', async () => {
  const { _id } = await buildOrder(store, ada)
  expect((await write('nothing', 'Hello', mira)).status).toBe(404)
  expect((await notes('nothing', mira)).status).toBe(404)
  expect((await write(_id, '   ', mira)).body.message).toBe('Please write something')
  expect((await write(_id, 'x'.repeat(2001), mira)).status).toBe(400)
  const [one, again] = [await write(_id, 'Once', mira, 'k1'), await write(_id, 'Once', mira, 'k1')]
  expect(again.body.data._id).toBe(one.body.data._id)
  expect((await notes(_id, mira)).body.data).toHaveLength(1)
})

test('customers and visitors get none of it', async () => {
  const { _id } = await buildOrder(store, ada)
  expect((await notes(_id, ada)).status).toBe(403)
  expect((await write(_id, 'Hello', ada)).status).toBe(403)
  expect((await store.call('GET', `/admin/orders/${_id}/notes`)).status).toBe(401)
})
