import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { audit } from '../../../drizzle/schema.ts'
import { changesText } from '../../../shared/audit/labels.ts'
import type { AuditEntry } from '../../../shared/audit/schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildCategory, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'
import { changedItem, couponInput, itemInput, type WireItem } from '../catalogue/staff-catalogue.ts'

type Entry = z.input<typeof AuditEntry>

let server: TestServer
let ada: TestUser
let mira: TestUser
let ishara: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
  ishara = await buildStaff(server)
})
afterAll(() => server.close())

const list = (query = '', user: TestUser = mira) =>
  server.call<Entry[]>('GET', `/admin/audit${query}`, undefined, { token: user.token })
const listSeqs = async (query: string) => (await list(query)).body.data.map(({ seq }) => seq)

it('lists entries newest first, filters them, and publishes new ones', async () => {
  const { _id } = await buildVerifiedOrder(server, ada, mira)
  await server.call('PATCH', `/admin/orders/${_id}/complete`, { delivery: 'The key is 7' }, { token: ishara.token })
  const staffSocket = await server.connect({ token: ishara.token })
  await server.call(
    'POST',
    `/admin/customers/${ada.id}/points`,
    { points: 5, reason: 'For the wait' },
    { token: mira.token },
  )
  const { body } = await list()
  expect(body.data).toMatchObject([
    { seq: 3, action: 'customer.correct-points', actor: { _id: mira.id }, after: { reason: 'For the wait' } },
    { seq: 2, action: 'order.complete', actor: { _id: ishara.id } },
    { seq: 1, action: 'order.verify', subjectId: _id, before: { paymentStatus: 'paid' } },
  ])
  expect((body as unknown as { actors: unknown[] }).actors).toHaveLength(2)
  expect(JSON.stringify(body)).not.toContain('The key is 7')
  const event = await waitFor(() => staffSocket.events().find(({ type }) => type === 'audit.added'))
  expect(event.data.entry).toEqual(body.data[0])
  expect(await listSeqs('?subject=order')).toEqual([2, 1])
  expect(await listSeqs(`?actor=${ishara.id}`)).toEqual([2])
  expect(await listSeqs('?action=order.verify')).toEqual([1])
  expect(await listSeqs(`?subject=customer&subjectId=${ada.id}`)).toEqual([3])
  const first = await list('?limit=2')
  expect(await listSeqs(`?limit=2&cursor=${first.body.nextCursor}`)).toEqual([1])
})

it('returns 403 to customers and sends them no entries', async () => {
  const customerSocket = await server.connect({ token: ada.token })
  expect((await list('', ada)).status).toBe(403)
  const { _id } = await buildPaidOrder(server, ada)
  await server.call('PATCH', `/admin/orders/${_id}/reject`, { reason: 'Nothing came' }, { token: mira.token })
  await waitFor(() => customerSocket.eventSummaries().includes('order.changed rejected'))
  expect(customerSocket.eventSummaries()).not.toContain('audit.added')
})
const namesOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.data[0]!
const put = (method: string, path: string, body: unknown) =>
  server.call<never>(method, path, body, { token: mira.token })

it('names everything an entry refers to, on screen and in the event, also once it is deleted', async () => {
  const socket = await server.connect({ token: ishara.token })
  const [music, films] = [await buildCategory(server, 'Music'), await buildCategory(server, 'Films')]
  const created = await put('POST', '/admin/items', await itemInput(server, { name: 'Tuner', category: music.id }))
  const item = created.body.data as unknown as WireItem
  await put('PUT', `/admin/items/${item._id}`, changedItem(item, { category: films.id, price: 20 }))
  const change = namesOf(await list(`?subject=item&subjectId=${item._id}`))
  expect(change).toMatchObject({
    subjectName: 'Tuner',
    actor: { _id: mira.id, firstName: mira.firstName },
    before: { categoryId: music.id },
    names: { [music.id]: 'Music', [films.id]: 'Films' },
  })
  // Postgres has fields in an order of its own.
  expect(describe(change).split('; ').toSorted()).toEqual(['category Music → Films', 'price $12.99 → $20.00'])
  const event = await waitFor(() => socket.events().find(({ data }) => (data.entry as Entry)?.seq === change.seq))
  expect(event.data.entry).toEqual(change)

  const coupon = await put('POST', '/admin/coupons', couponInput({ code: 'TUNE5', validItem: item._id }))
  const couponId = (coupon.body.data as unknown as { _id: string })._id
  expect(namesOf(await list('?subject=coupon'))).toMatchObject({ subjectName: 'TUNE5', names: { [item._id]: 'Tuner' } })
  await put('DELETE', `/admin/coupons/${couponId}`, undefined)
  const deleted = namesOf(await list('?subject=coupon'))
  expect(deleted).toMatchObject({ action: 'coupon.delete', subjectName: 'TUNE5' })
  expect(deleted.names, 'a deleted row has no page to link to').not.toHaveProperty(couponId)

  await server.call('POST', '/support-chat/message', { message: 'Good morning', userId: ada.id }, { token: mira.token })
  const reply = namesOf(await list('?subject=support'))
  expect(reply.subjectName).toBe(`${ada.firstName} ${ada.lastName}`)
  expect(describe(reply)).toBe('message Good morning')
})

it('searches words in any order, case and script, and within days', async () => {
  const elodie = await buildUser(server, { firstName: 'Élodie', lastName: 'ОЛЕГ' })
  const body = { points: 7, reason: 'For the WAIT; 100%' }
  await server.call('POST', `/admin/customers/${elodie.id}/points`, body, { token: mira.token })
  const { seq, at } = namesOf(await list())
  const isFound = async (query: string) => (await listSeqs(query)).includes(seq)
  for (const q of ['élodie', 'ÉLODIE', 'олег', 'wait 100%', 'adjusted points', elodie.id, `${seq} wait`]) {
    expect(await isFound(`?q=${encodeURIComponent(q)}`), q).toBe(true)
  }
  for (const q of ['élodie nobody', '100_', 'x%']) expect(await listSeqs(`?q=${encodeURIComponent(q)}`), q).toEqual([])
  const later = new Date(Date.parse(at) + 1).toISOString()
  expect(await isFound(`?from=${at}&to=${later}`)).toBe(true)
  expect(await listSeqs(`?from=${later}`)).toEqual([])
  expect(await isFound(`?to=${at}`)).toBe(false)
  expect(await listSeqs('?to=2020-01-01T00:00:00.000Z')).toEqual([])
  expect((await list('?from=yesterday')).status).toBe(400)
  expect((await list(`?q=${'x'.repeat(201)}`)).status).toBe(400)
  expect(await listSeqs('?actor=command-line')).toEqual([])
})

it('searches a part of a long log at a time, and finds the oldest entry by going on', async () => {
  const long = await startTestServer()
  try {
    const staff = await buildStaff(long)
    const { _id } = await buildVerifiedOrder(long, await buildUser(long), staff)
    const [row] = await long.app.db.select().from(audit)
    for (let from = 2; from <= 45_000; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, n) => ({ ...row!, seq: from + n, searchText: 'something else' }))
      await long.app.db.insert(audit).values(rows)
    }
    const call = (query: string) =>
      long.call<Entry[]>('GET', `/admin/audit?q=${orderNumber(_id)}${query}`, undefined, { token: staff.token })
    let { body } = await call('')
    let parts = 1
    for (; body.nextCursor !== null && parts < 10; parts += 1) {
      expect(body.data).toEqual([])
      ;({ body } = await call(`&cursor=${body.nextCursor}`))
    }
    expect(body.data.map(({ seq }) => seq)).toEqual([1])
    expect(parts).toBe(5)
  } finally {
    await long.close()
  }
})

const describe = (entry: Entry) => changesText({ before: entry.before, after: entry.after, names: entry.names })

it('shortens long texts in the list and in events; the log has them whole', async () => {
  const staffSocket = await server.connect({ token: ishara.token })
  const description = `<p>${'word '.repeat(3000)}</p>`
  const input = await itemInput(server, { description, features: ['x'.repeat(120)] })
  expect((await server.call('POST', '/admin/items', input, { token: mira.token })).status).toBe(200)
  const [entry] = (await list('?action=item.create')).body.data
  const after = entry!.after as { description: string; features: string[] }
  expect(after.description).toBe(`${description.slice(0, 1000)}…`)
  expect(after.features).toEqual(input.features)
  const event = await waitFor(() => staffSocket.events().find(({ type }) => type === 'audit.added'))
  expect(event.data.entry).toEqual(entry)
  const [row] = await server.app.db.select().from(audit).where(eq(audit.seq, entry!.seq))
  expect(row!.after).toMatchObject({ description })
})
