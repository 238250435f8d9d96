import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders, users } from '../../../drizzle/schema.ts'
import { csvLine } from '../../../server/orders/csv.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildCoupon, buildOrder, buildPaidOrder, buildStaff, buildUser, fillCart, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterAll(() => server.close())

const download = async (query = '', token: string = mira.token, headers: Record<string, string> = {}) => {
  const response = await server.router.request(`http://localhost/api/admin/orders/export${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return { response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()) }
}
const linesOf = (text: string) => text.replace('\uFEFF', '').split('\r\n').slice(0, -1)

it('downloads the filtered orders as a CSV file', async () => {
  const [pending, paid] = [await buildOrder(server, ada), await buildPaidOrder(server, ada)]
  const { response, text } = await download()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="kade-orders-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(text.startsWith('\uFEFFOrder,Placed,Payment status')).toBe(true)
  const lines = linesOf(text)
  expect(lines.map((line) => line.split(',')[0])).toEqual(['Order', numberOf(paid._id), numberOf(pending._id)])
  expect(lines[1]).toContain(`,paid,pending,Bank transfer,,10.00,0.00,,10.00,`)
  expect(linesOf((await download('?paymentStatus=pending')).text)).toHaveLength(2)
  expect(linesOf((await download(`?q=${numberOf(paid._id).slice(1)}`)).text)).toHaveLength(2)
  expect(linesOf((await download('?q=nobody-of-that-name')).text)).toHaveLength(1)
})

it('fills every column of a verified order', async () => {
  const eve = await buildUser(server, { firstName: 'Eve', lastName: 'Perera' })
  const coupon = await buildCoupon(server, { code: 'TENTH', amount: 1000 })
  const customer = { token: eve.token }
  await fillCart(server, eve, { name: 'Cloud', price: 1000 }, 2)
  const { _id } = await buildOrder(server, eve, { name: 'Music', price: 550 })
  await server.call('PATCH', `/checkout/${_id}/apply-coupon`, { couponId: coupon.id }, customer)
  await server.call('PATCH', `/checkout/${_id}/mark-paid`, { reference: 'CEFT-77' }, customer)
  await server.call('PATCH', `/admin/orders/${_id}/verify`, undefined, { token: mira.token })
  const [row] = await server.app.db.select().from(orders).where(eq(orders.id, _id))
  const [, line] = linesOf((await download(`?q=${_id.slice(-6)}`)).text)
  expect(line!.split(',')).toEqual([
    numberOf(_id),
    row!.createdAt.toISOString(),
    'verified',
    'processing',
    'Binance Pay',
    'CEFT-77',
    '25.50',
    '2.55',
    'TENTH',
    '22.95',
    row!.paidAt!.toISOString(),
    row!.verifiedAt!.toISOString(),
    'Eve Perera',
    eve.email,
    '2 × Cloud; 1 × Music',
    _id,
  ])
})

it('escapes text that a spreadsheet would run as a formula', async () => {
  const eve = await buildUser(server, { firstName: '=HYPERLINK("http://x")', lastName: 'Silva' })
  const order = await buildPaidOrder(server, eve)
  for (const [reference, cell] of [
    ['+1+1', `"'+1+1"`],
    ['-2', `"'-2"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['a, "b"', '"a, ""b"""'],
    ['plain', 'plain'],
  ] as const) {
    await server.app.db.update(orders).set({ reference }).where(eq(orders.id, order._id))
    const { text } = await download(`?q=${order._id.slice(-6)}`)
    expect(text).toContain(`,Bank transfer,${cell},10.00,`)
    expect(text).toContain(`"'=HYPERLINK(""http://x"") Silva"`)
  }
})

it('formats lines as in RFC 4180', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '', ' h '])).toBe('a,"b,c","d""e","f\ng",," h "\r\n')
})

it('escapes the first character of a formula only', () => {
  expect(csvLine(['1=1', 'CEFT-1', '＝1', '＠SUM'])).toBe(`1=1,CEFT-1,"'＝1","'＠SUM"\r\n`)
})

it('returns JSON to a client that accepts it', async () => {
  const [{ text }, asJson] = [await download(), await download('', mira.token, { accept: 'application/json' })]
  expect(JSON.parse(asJson.text)).toMatchObject({ success: true, text })
})

it('exports more orders than one batch, each once', async () => {
  const [template] = await server.app.db.select().from(orders).limit(1)
  const many = Array.from({ length: 1200 }, (_, i) => ({
    ...template!,
    id: `many${String(i).padStart(6, '0')}`,
    createdAt: new Date(1_700_000_000_000 + Math.floor(i / 3)),
  }))
  for (let i = 0; i < many.length; i += 200) await server.app.db.insert(orders).values(many.slice(i, i + 200))
  const ids = linesOf((await download('?q=many')).text).length
  expect(ids).toBe(1)
  const all = linesOf((await download()).text).map((line) => line.split(',').at(-1)!)
  expect(all.filter((id) => id.startsWith('many'))).toHaveLength(1200)
  expect(new Set(all).size).toBe(all.length)
})

it('returns 403 to customers and 400 for an unknown filter, as JSON', async () => {
  const forbidden = await download('', ada.token)
  expect([forbidden.response.status, JSON.parse(forbidden.text).error]).toEqual([403, 'staff_only'])
  const invalid = await download('?paymentStatus=odd')
  expect([invalid.response.status, invalid.response.headers.get('content-type')]).toEqual([
    400,
    'application/json; charset=utf-8',
  ])
  await server.app.db.update(users).set({ isAdmin: true }).where(eq(users.id, ada.id))
  expect((await download('', ada.token)).response.status).toBe(200)
  await server.app.db.update(users).set({ isAdmin: false }).where(eq(users.id, ada.id))
})

const numberOf = (id: string) => `#${id.slice(-6).toUpperCase()}`
