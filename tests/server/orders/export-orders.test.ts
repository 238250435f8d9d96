import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders, users } from '../../../drizzle/schema.ts'
import { csvLine } from '../../../server/csv.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildCoupon, buildOrder, buildPaidOrder, buildStaff, buildUser, fillCart, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server, { firstName: 'Mira', lastName: 'Nair' })
})
afterAll(() => server.close())

const download = async (query = '', token: string = mira.token, headers: Record<string, string> = {}) => {
  const response = await server.router.request(`http://localhost/api/admin/orders/export${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return { response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()) }
}
const linesOf = (text: string) => text.replace('\uFEFF', '').split('\r\n').slice(0, -1)
/** The cells of a line whose texts contain neither quotes nor line breaks. */
const cellsOf = (line: string) => line.slice(1, -1).split('","')
/** The columns of an order, by their heads. */
async function rowOf(id: string, query = `?q=${id.slice(-6)}`): Promise<Record<string, string>> {
  const lines = linesOf((await download(query)).text).map(cellsOf)
  const cells = lines.find((line) => line.at(-1) === id)!
  return Object.fromEntries(lines[0]!.map((head, i) => [head, cells[i]!]))
}
const act = (id: string, action: string, body?: unknown) =>
  server.call('PATCH', `/admin/orders/${id}/${action}`, body, { token: mira.token })

it('downloads the filtered orders as a CSV file', async () => {
  const [pending, paid] = [await buildOrder(server, ada), await buildPaidOrder(server, ada)]
  const { response, text } = await download()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="kade-orders-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(text.startsWith('\uFEFF"Order","Placed","Payment status"')).toBe(true)
  const lines = linesOf(text)
  expect(lines.map((line) => cellsOf(line)[0])).toEqual(['Order', numberOf(paid._id), numberOf(pending._id)])
  expect(lines[1]).toContain(`,"paid","pending","Bank transfer","","10.00","0.00","","10.00","3050.00","LKR",`)
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
  expect(cellsOf(line!)).toEqual([
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
    '22.95',
    'USD',
    row!.paidAt!.toISOString(),
    row!.verifiedAt!.toISOString(),
    'Mira Nair',
    '',
    '',
    '',
    '',
    '',
    'Eve Perera',
    eve.email,
    '2 × Cloud; 1 × Music',
    _id,
  ])
})

it('names who rejected or refunded an order, when and why', async () => {
  const rejected = (await buildPaidOrder(server, ada))._id
  await act(rejected, 'reject', { reason: 'Nothing arrived' })
  expect(await rowOf(rejected)).toMatchObject({
    Verified: '',
    'Rejected by': 'Mira Nair',
    'Refunded by': '',
    Reason: 'Nothing arrived',
  })
  const refunded = (await buildPaidOrder(server, ada))._id
  await act(refunded, 'verify')
  await act(refunded, 'refund', { reason: 'Changed their mind' })
  const row = await rowOf(refunded)
  expect(row).toMatchObject({ 'Verified by': 'Mira Nair', 'Refunded by': 'Mira Nair', Reason: 'Changed their mind' })
  for (const column of ['Verified', 'Refunded']) expect(Date.parse(row[column]!)).not.toBeNaN()
})

it('has the amount due as the customer saw it: whole rupees by bank, dollars otherwise', async () => {
  const order = await buildPaidOrder(server, ada, { price: 1299 })
  expect(await rowOf(order._id)).toMatchObject({ 'Total (USD)': '12.99', 'Amount due': '3962.00', Currency: 'LKR' })
  const other = await buildOrder(server, ada, { price: 1299 })
  expect(await rowOf(other._id)).toMatchObject({ 'Amount due': '12.99', Currency: 'USD' })
})

it('exports the orders of chosen days', async () => {
  const ids: string[] = []
  for (const at of [
    '2025-03-01T00:00:00Z',
    '2025-03-01T23:59:59.999Z',
    '2025-03-02T00:00:00Z',
    '2025-03-31T12:00:00Z',
  ]) {
    const { _id } = await buildOrder(server, ada)
    await server.app.db
      .update(orders)
      .set({ createdAt: new Date(at) })
      .where(eq(orders.id, _id))
    ids.push(_id)
  }
  const exported = async (query: string) =>
    linesOf((await download(query)).text)
      .slice(1)
      .map((line) => ids.indexOf(cellsOf(line).at(-1)!))
      .filter((index) => index >= 0)
  expect(await exported('?from=2025-03-01&to=2025-03-01')).toEqual([1, 0])
  expect(await exported('?from=2025-03-02&to=2025-03-31')).toEqual([3, 2])
  expect(await exported('?to=2025-03-02')).toEqual([2, 1, 0])
  expect(await exported('?from=2025-03-02')).toEqual([3, 2])
  expect(await exported('?from=2025-03-01&to=2025-03-31&paymentStatus=verified')).toEqual([])
  const { response } = await download('?from=2025-03-01&to=2025-03-31')
  expect(response.headers.get('content-disposition')).toContain('"kade-orders-2025-03-01-2025-03-31.csv"')
})

it.each([
  ['?from=2025-02-30', 400, 'A day is written as 2026-01-31'],
  ['?to=yesterday', 400, 'A day is written as 2026-01-31'],
  ['?from=2025-03-02&to=2025-03-01', 422, 'The first day is after the last day.'],
])('rejects the days %s', async (query, status, message) => {
  const { response, text } = await download(query)
  expect([response.status, JSON.parse(text).message]).toEqual([status, message])
})

it('makes text inert that a spreadsheet would run as a formula, also where semicolons or tabs separate cells', async () => {
  const eve = await buildUser(server, { firstName: '=HYPERLINK("http://x")', lastName: 'a;=1+1;b' })
  const order = await buildPaidOrder(server, eve)
  for (const [reference, cell] of [
    ['+1+1', `"'+1+1"`],
    ['-2', `"'-2"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t'=1"`],
    [' =1', `"' =1"`],
    ['"=1+1', `"'""=1+1"`],
    [';=1+1', `";'=1+1"`],
    ['x; "=1+1', `"x;' ""=1+1"`],
    ['x\t@SUM(1)', `"x\t'@SUM(1)"`],
    ['x|-1', `"x|'-1"`],
    ['⁼1+1', `"'⁼1+1"`],
    ['a, "b"', '"a, ""b"""'],
    ['plain', '"plain"'],
  ] as const) {
    await server.app.db.update(orders).set({ reference }).where(eq(orders.id, order._id))
    const { text } = await download(`?q=${order._id.slice(-6)}`)
    expect(text).toContain(`,"Bank transfer",${cell},"10.00",`)
    expect(text).toContain(`"'=HYPERLINK(""http://x"") a;'=1+1;b"`)
  }
})

it('leaves no cell that begins a formula, however the file is split', () => {
  const unit = fc.constantFrom(...'=+-@＝a1 ;\t|,"\'\n\r')
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 12 }), { minLength: 1, maxLength: 4 }), (texts) => {
      const line = csvLine(texts).slice(0, -2)
      for (const separator of [';', '\t', '|', '\n', '\r']) {
        for (const cell of line.split(separator)) expect(cell.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@＝]/)
      }
    }),
    { numRuns: 1000 },
  )
})

it('quotes every cell, as in RFC 4180', () => {
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', '', ' h ', 12.5])).toBe('"a","b,c","d""e","f\ng",""," h ","12.50"\r\n')
})

it.each([
  ['12345678901234567890', `'12345678901234567890`],
  ['00123', `'00123`],
  ['1E5', `'1E5`],
  ['1-2', `'1-2`],
  ['12/05/2026', `'12/05/2026`],
  ['SEP10', `'SEP10`],
  ['4711', '4711'],
  ['CEFT-1', 'CEFT-1'],
  ['1=1', '1=1'],
  ['2 × Cloud', '2 × Cloud'],
])('keeps %s as it was typed', (text, cell) => {
  expect(csvLine([text])).toBe(`"${cell}"\r\n`)
})

it('returns JSON to a client that accepts it', async () => {
  const [{ text }, asJson] = [await download(), await download('', mira.token, { accept: 'application/json' })]
  expect(JSON.parse(asJson.text)).toMatchObject({ success: true, text, truncated: false })
})

it('exports more orders than one batch, each once', async () => {
  const [template] = await server.app.db.select().from(orders).limit(1)
  const many = Array.from({ length: 1200 }, (_, i) => ({
    ...template!,
    paymentReference: null,
    id: `many${String(i).padStart(6, '0')}`,
    createdAt: new Date(1_700_000_000_000 + Math.floor(i / 3)),
  }))
  for (let i = 0; i < many.length; i += 200) await server.app.db.insert(orders).values(many.slice(i, i + 200))
  const ids = linesOf((await download('?q=many')).text).length
  expect(ids).toBe(1)
  const all = linesOf((await download()).text).map((line) => cellsOf(line).at(-1)!)
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
