import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders, users } from '../../../drizzle/schema.ts'
import { csvLine } from '../../../server/orders/csv.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
let mira: Somebody
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
})
afterAll(() => store.close())

const download = async (query = '', token: string = mira.token, headers: Record<string, string> = {}) => {
  const answer = await store.app.request(`http://localhost/api/admin/orders/export${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return { answer, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()) }
}
const linesOf = (text: string) => text.replace('\uFEFF', '').split('\r\n').slice(0, -1)

test('the orders of a filter are a file with a name', async () => {
  const [pending, paid] = [await buildOrder(store, ada), await buildPaidOrder(store, ada)]
  const { answer, text } = await download()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="kade-orders-\d{4}-\d\d-\d\d\.csv"$/)
  expect(text.startsWith('\uFEFFOrder,Placed,Payment status')).toBe(true)
  const lines = linesOf(text)
  expect(lines.map((line) => line.split(',')[0])).toEqual(['Order', number(paid._id), number(pending._id)])
  expect(lines[1]).toContain(`,paid,pending,Bank transfer,,10.00,0.00,,10.00,`)
  expect(linesOf((await download('?paymentStatus=pending')).text)).toHaveLength(2)
  expect(linesOf((await download(`?q=${number(paid._id).slice(1)}`)).text)).toHaveLength(2)
  expect(linesOf((await download('?q=nobody-of-that-name')).text)).toHaveLength(1)
})

test('what customers write is text to a spreadsheet, never a formula', async () => {
  const eve = await buildUser(store, { firstName: '=HYPERLINK("http://x")', lastName: 'Silva' })
  const order = await buildPaidOrder(store, eve)
  for (const [reference, cell] of [
    ['+1+1', `"'+1+1"`],
    ['-2', `"'-2"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['a, "b"', '"a, ""b"""'],
    ['plain', 'plain'],
  ] as const) {
    await store.store.db.update(orders).set({ reference }).where(eq(orders.id, order._id))
    const { text } = await download(`?q=${order._id.slice(-6)}`)
    expect(text).toContain(`,Bank transfer,${cell},10.00,`)
    expect(text).toContain(`"'=HYPERLINK(""http://x"") Silva"`)
  }
})

test('a line is one of RFC 4180', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '', ' h '])).toBe('a,"b,c","d""e","f\ng",," h "\r\n')
})

test('a program that accepts JSON gets the same as JSON', async () => {
  const [{ text }, asJson] = [await download(), await download('', mira.token, { accept: 'application/json' })]
  expect(JSON.parse(asJson.text)).toMatchObject({ success: true, text })
})

test('many orders come in one file, each once', async () => {
  const [given] = await store.store.db.select().from(orders).limit(1)
  const many = Array.from({ length: 1200 }, (_, i) => ({
    ...given!,
    id: `many${String(i).padStart(6, '0')}`,
    createdAt: new Date(1_700_000_000_000 + Math.floor(i / 3)),
  }))
  for (let i = 0; i < many.length; i += 200) await store.store.db.insert(orders).values(many.slice(i, i + 200))
  const ids = linesOf((await download('?q=many')).text).length
  expect(ids).toBe(1)
  const all = linesOf((await download()).text).map((line) => line.split(',').at(-1)!)
  expect(all.filter((id) => id.startsWith('many'))).toHaveLength(1200)
  expect(new Set(all).size).toBe(all.length)
})

test('it is for staff alone, and refused in the usual shape', async () => {
  const refused = await download('', ada.token)
  expect([refused.answer.status, JSON.parse(refused.text).error]).toEqual([403, 'staff_only'])
  const odd = await download('?paymentStatus=odd')
  expect([odd.answer.status, odd.answer.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8'])
  await store.store.db.update(users).set({ isAdmin: true }).where(eq(users.id, ada.id))
  expect((await download('', ada.token)).answer.status).toBe(200)
  await store.store.db.update(users).set({ isAdmin: false }).where(eq(users.id, ada.id))
})

const number = (id: string) => `#${id.slice(-6).toUpperCase()}`
