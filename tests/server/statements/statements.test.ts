import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  audit,
  orders,
  payments,
  statementFiles,
  statementLines,
  streamEvents,
  users,
} from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { expire } from '../../../server/orders/expire.ts'
import { pruneStatements } from '../../../server/statements/prune.ts'
import type { AuditEntry } from '../../../shared/audit/schema.ts'
import type { StatementFile, StatementLine } from '../../../shared/statements/staff-schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { binance, binanceNow } from './samples.ts'
import { uploadStatement } from './upload.ts'

let server: TestServer
let [ada, mira, ishara] = [] as unknown as [TestUser, TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ;[ada, mira, ishara] = [
    await buildUser(server, { firstName: 'Ada', lastName: 'Lovelace' }),
    await buildStaff(server, { firstName: 'Mira' }),
    await buildStaff(server, { firstName: 'Ishara' }),
  ]
})
afterAll(() => server.close())

const call = <T>(method: string, path: string, body?: unknown, by = mira) =>
  server.call<T>(method, path, body, { token: by.token })
const upload = (text: string | Uint8Array, fields: Record<string, string> = {}, by = mira) =>
  uploadStatement(server, by, text, fields)
const linesOf = async ({ _id }: { _id: string }, query = '') =>
  (await call<StatementLine[]>('GET', `/admin/statements/${_id}/lines?limit=100${query}`)).body.data
type Result = { line: string; result: string; message: string }
const apply = async (file: { _id: string }, lines: StatementLine[], by = mira) =>
  (await call<Result[]>('POST', `/admin/statements/${file._id}/apply`, { lines: lines.map(({ _id }) => _id) }, by)).body
    .data
const undo = async ({ _id }: { _id: string }) =>
  (await call<{ undone: number; kept: Result[] }>('POST', `/admin/statements/${_id}/undo`)).body.data
const read = async (id: string, by = ada) =>
  (await call<Wire['order']>('GET', `/checkout/${id}`, undefined, by)).body.data
const act = (id: string, action: string, body?: unknown, by = mira) =>
  call<Wire['order']>('PATCH', `/admin/orders/${id}/${action}`, body, by)

async function buildBankOrder(customer = ada, price = 2437) {
  const order = await buildOrder(server, customer, { price })
  await call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'bank' }, customer)
  return read(order._id, customer)
}
const rupees = (order: Wire['order']) => Number(order.request!.amount)
let unique = 0
const row = (text: string, amount: number | string) => `2026-11-21,${text},${amount},R${(unique += 1)}`
const csv = (...rows: string[]) => ['Date,Description,Amount,Transaction ID', ...rows].join('\n')
const pay = (order: Wire['order'], amount = rupees(order)) => row(`CEFT ${order.reference}`, amount.toFixed(2))

const countEvents = () => server.app.db.$count(streamEvents)
const received = async (order: Wire['order']) => (await read(order._id)).received
const pointsOf = async ({ id }: TestUser) =>
  (await server.app.db.select().from(users).where(eq(users.id, id)))[0]!.points
/** The sum of an order's final payments is what it has received. */
async function expectBooksToBalance() {
  const [rows, all] = [await server.app.db.select().from(orders), await server.app.db.select().from(payments)]
  for (const { id, received: sum } of rows) {
    const own = all.filter((payment) => payment.orderId === id && payment.state === 'final')
    expect(own.reduce((total, { cents }) => total + cents, 0)).toBe(sum)
  }
}

describe('a statement', () => {
  it('verifies what is sure, live for its customers and colleagues, and each transfer once', async () => {
    const [one, two] = [await buildBankOrder(), await buildBankOrder()]
    const text = csv(pay(one), pay(two), row('a stranger', '10.00'), row('charge', '-5.00'))
    const [desk, phone] = [await server.connect({ token: ishara.token }), await server.connect({ token: ada.token })]
    const first = await upload(text)
    expect(first.body).toMatchObject({ data: { added: 4, known: 0, counts: { sure: 2, unmatched: 1, ignored: 1 } } })
    const sure = await linesOf(first.body.data, '&state=sure')
    expect(sure[0]).toMatchObject({
      order: {
        _id: one._id,
        customer: { firstName: 'Ada', lastName: 'Lovelace' },
        due: { amount: String(rupees(one)), currency: 'LKR' },
      },
      amount: String(rupees(one)),
      why: { marks: [one.reference] },
    })
    expect((await apply(first.body.data, sure)).map(({ result }) => result)).toEqual(['verified', 'verified'])
    for (const order of [one, two]) {
      expect(await read(order._id)).toMatchObject({ paymentStatus: 'verified', missing: 0 })
      await expect.poll(() => phone.eventSummaries()).toContain('order.changed verified')
    }
    await expect
      .poll(() => desk.eventSummaries().filter((event) => event.startsWith('statement.changed')).length)
      .toBe(3)
    expect(phone.eventSummaries().join()).not.toContain('statement')

    const before = await countEvents()
    expect((await upload(text)).body).toMatchObject({ data: { _id: first.body.data._id, added: 0, known: 4 } })
    expect(await countEvents(), 'no event for what was known').toBe(before)
    const again = await apply(first.body.data, sure)
    expect(again.map(({ result }) => result)).toEqual(['verified', 'verified'])
    expect(await received(one)).toBe(24.37)
    const entries = await server.app.db.select().from(audit).where(eq(audit.subjectId, first.body.data._id))
    expect(entries).toMatchObject([{ action: 'payment.import', actorId: mira.id }])
    await expectBooksToBalance()
  })

  it('that overlaps an earlier one adds only what is new', async () => {
    const [a, b, c] = [row('one', 1), row('two', 2), row('three', 3)]
    expect((await upload(csv(a, b))).body.data.added).toBe(2)
    const later = await upload(csv(b, c))
    expect(later.body.data).toMatchObject({ added: 1, known: 1 })
    expect((await linesOf(later.body.data)).map(({ text }) => text)).toEqual(['three'])
  })

  it('asks once how dates are written, and remembers it', async () => {
    const layout = (text: string) => `Date,Remarks,Amount,Ref No\n03/04/2026,${text},10.00,R${(unique += 1)}`
    const asked = await upload(layout('one'))
    expect([asked.status, asked.body.error, asked.body.examples]).toEqual([422, 'dates_ambiguous', ['03/04/2026']])
    expect(asked.body.days).toEqual({ dmy: '2026-04-03', mdy: '2026-03-04' })
    const answered = await upload(layout('two'), { dates: 'dmy' })
    expect(answered.body.data.firstDay).toBe('2026-04-03')
    expect((await upload(layout('three'))).body.data.firstDay).toBe('2026-04-03')
  })

  it('of another account is refused until staff confirm it', async () => {
    const text = `Account Number: 9988776655\n${csv(row('x', 1))}`
    const refused = await upload(text)
    expect([refused.status, refused.body.error, refused.body.account]).toEqual([422, 'other_account', '9988776655'])
    expect(refused.body.message).toContain('account 9988\u00a07766\u00a055, not ')
    expect((await upload(text, { account: '9988776655' })).body.data).toMatchObject({ account: '9988776655', added: 1 })
  })

  it.each([
    ['a table without columns', 'x,y\n1,2', {}, 422, 'unreadable_statement'],
    ['a spreadsheet', 'PK\u0003\u0004', {}, 422, 'unreadable_statement'],
    ['a field that isn’t known', csv(row('x', 1)), { more: '1' }, 400, 'invalid'],
    ['dates in a third way', csv(row('x', 1)), { dates: 'ymd' }, 400, 'invalid'],
    ['6 MB', 'x'.repeat(6 * 1024 * 1024), {}, 413, 'too_large'],
  ])('is refused as %s, and nothing changes', async (_, text, fields, status, error) => {
    const before = await server.app.db.$count(statementFiles)
    const answer = await upload(text, fields)
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(await server.app.db.$count(statementFiles)).toBe(before)
  })

  it('is no customer’s', async () => {
    expect((await upload(csv(row('x', 1)), {}, ada)).status).toBe(403)
    expect((await call('GET', '/admin/statements', undefined, ada)).status).toBe(403)
    expect((await call('GET', '/admin/statements/unknown/lines')).status).toBe(404)
  })
})

describe('applying', () => {
  it('leaves one’s own order to a colleague, skips what a colleague checks, and applies the rest', async () => {
    const [own, claimed, free] = [await buildBankOrder(mira), await buildBankOrder(), await buildBankOrder()]
    await call('POST', `/admin/orders/${claimed._id}/claim`, undefined, ishara)
    const { data: file } = (await upload(csv(pay(own), pay(claimed), pay(free)))).body
    const lines = await linesOf(file)
    expect(await apply(file, lines)).toMatchObject([
      { result: 'skipped', message: 'A colleague has to verify your own order.' },
      { result: 'skipped', message: 'Ishara is checking this payment.' },
      { result: 'verified' },
    ])
    expect(await received(claimed), 'nothing of it was recorded').toBe(0)
    expect((await apply(file, lines, ishara)).map(({ result }) => result)).toEqual(['verified', 'verified', 'verified'])
    await expectBooksToBalance()
  })

  it('by two at once records each transfer once', async () => {
    const order = await buildBankOrder()
    const { data: file } = (await upload(csv(pay(order)))).body
    const lines = await linesOf(file)
    await Promise.all([apply(file, lines), apply(file, lines, ishara)])
    expect(await read(order._id)).toMatchObject({ received: 24.37, paymentStatus: 'verified' })
    expect((await read(order._id)).history.filter(({ what }) => what === 'verified')).toHaveLength(1)
  })

  it('records what is short, and verifies once the rest has come', async () => {
    const order = await buildBankOrder()
    const short = (await upload(csv(pay(order, 7000)))).body.data
    expect(await apply(short, await linesOf(short))).toMatchObject([{ result: 'short' }])
    expect(await read(order._id)).toMatchObject({ paymentStatus: 'paid' })
    const rest = (await upload(csv(pay(order, rupees(order) - 7000)))).body.data
    expect(rest.counts).toEqual({ sure: 1 })
    expect((await linesOf(rest))[0]!.order!.due, 'less what has arrived').toEqual({
      amount: String(rupees(order) - 7000),
      currency: 'LKR',
    })
    expect(await apply(rest, await linesOf(rest))).toMatchObject([{ result: 'verified' }])
    expect(await read(order._id)).toMatchObject({ missing: 0, received: 24.37 })
  })

  it('verifies what is over, reopens what is late, and keeps a second payment as money without an order', async () => {
    const [over, late, paid] = [
      await buildBankOrder(),
      await buildOrder(server, ada, { price: 1000 }),
      await buildBankOrder(),
    ]
    await call('POST', `/checkout/${late._id}/payment-request`, { method: 'bank' }, ada)
    await runMutation(server.app, (ctx) => expire(ctx, late._id))
    await act(paid._id, 'verify')
    const text = csv(pay(over, rupees(over) + 100), row(late.reference, 3050), pay(paid), pay(paid))
    const { data: file } = (await upload(text)).body
    const lines = await linesOf(file)
    expect(lines.map(({ state }) => state)).toEqual(['over', 'late', 'second', 'second'])
    const results = await apply(file, lines)
    expect(results.map(({ result }) => result)).toEqual(['over', 'late', 'recorded', 'recorded'])
    expect((await read(over._id)).paymentStatus).toBe('verified')
    expect((await read(late._id)).paymentStatus).toBe('verified')
    expect(await received(paid), 'verified by hand before').toBe(24.37)
    const unassigned = await call<{ note: string }[]>('GET', '/admin/payments?state=unassigned')
    expect(unassigned.body.data[0]!.note).toContain('A second payment for order')
    await expectBooksToBalance()
  })

  it('skips an order that was paid meanwhile, and shows what the line is now', async () => {
    const order = await buildBankOrder()
    const { data: file } = (await upload(csv(pay(order)))).body
    const lines = await linesOf(file)
    await act(order._id, 'verify')
    expect(await apply(file, lines)).toMatchObject([{ result: 'skipped' }])
    expect((await linesOf(file))[0]!.state).toBe('second')
  })

  it('keeps what names a refunded order as money without an order', async () => {
    const order = await buildBankOrder()
    await act(order._id, 'verify')
    await act(order._id, 'refund', { reason: 'Out of stock' })
    const { data: file } = (await upload(csv(pay(order)))).body
    const lines = await linesOf(file)
    expect(lines.map(({ state }) => state)).toEqual(['second'])
    expect(await apply(file, lines)).toMatchObject([{ result: 'recorded' }])
    expect(await read(order._id)).toMatchObject({ paymentStatus: 'refunded', received: 0, payments: [] })
    await expectBooksToBalance()
  })

  it('splits one transfer over two orders', async () => {
    const [one, two] = [await buildBankOrder(), await buildBankOrder(ada, 1000)]
    const { data: file } = (await upload(csv(row(`${one.reference} ${two.reference}`, rupees(one) + rupees(two))))).body
    expect(await apply(file, await linesOf(file))).toMatchObject([{ result: 'verified' }])
    expect([(await read(one._id)).missing, (await read(two._id)).paymentStatus]).toEqual([0, 'verified'])
    expect((await undo(file)).undone).toBe(1)
    expect([await received(one), await received(two)]).toEqual([0, 0])
    await expectBooksToBalance()
  })

  it('lets staff choose the order, or ignore the line', async () => {
    const order = await buildBankOrder()
    const { data: file } = (await upload(csv(row('no reference', rupees(order)), row('rent', 5)))).body
    const [line, rent] = (await linesOf(file)) as [StatementLine, StatementLine]
    const path = (one: StatementLine) => `/admin/statements/${file._id}/lines/${one._id}`
    const chosen = await call<StatementLine>('PATCH', path(line), { order: order._id })
    expect(chosen.body.data).toMatchObject({ state: 'likely', order: { _id: order._id } })
    expect((await call<StatementLine>('PATCH', path(rent), { ignore: true })).body.data.state).toBe('ignored')
    expect((await call('PATCH', path(line), { order: 'unknown' })).status).toBe(404)
    expect((await call('PATCH', path(line), {})).status).toBe(400)
    expect(await apply(file, [chosen.body.data, rent])).toMatchObject([{ result: 'verified' }, { result: 'skipped' }])
    expect((await call('PATCH', path(line), { ignore: true })).body.error).toBe('applied')
    const entries = await call<AuditEntry[]>('GET', `/admin/audit?action=payment.match&subjectId=${file._id}`)
    expect(entries.body.data.map(({ after }) => after)).toMatchObject([
      { line: '2026-11-21, Rs 5', state: 'ignored', order: null },
      { line: `2026-11-21, Rs ${rupees(order).toLocaleString('en')}`, state: 'likely' },
    ])
    expect(JSON.stringify(entries.body.data), 'what lines say is deleted one day').not.toContain('no reference')
  })

  it('raises an alarm when the bank takes back what was applied', async () => {
    const order = await buildBankOrder()
    const { data: file } = (await upload(csv(pay(order)))).body
    await apply(file, await linesOf(file))
    const back = `Date,Description,Credit,Debit\n2026-11-22,RETURNED ${order.reference},-${rupees(order).toFixed(2)},`
    const [line] = await linesOf((await upload(back)).body.data)
    expect(line).toMatchObject({ state: 'error', order: { _id: order._id } })
  })
})

describe('the history of Binance', () => {
  async function buildBinanceOrder() {
    const order = await buildOrder(server, ada, { price: 2437 })
    await call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'binance' }, ada)
    return read(order._id)
  }
  const states = (lines: StatementLine[]) => lines.map(({ state }) => state)

  it('verifies what Binance Pay has brought, once, and is taken back', async () => {
    const order = await buildBinanceOrder()
    const { data: file } = (await upload(binance(order.reference))).body
    expect(file).toMatchObject({ format: 'binance', account: '000000000', added: 7 })
    const lines = await linesOf(file)
    expect(states(lines)).toEqual(['sure', 'ignored', 'ignored', 'ignored', 'ignored', 'error', 'error'])
    expect(lines[0]!.why.text).toBe(`Payment code ${order.reference} in the text; 24.37 USDT as requested.`)
    expect((await apply(file, lines)).map(({ result }) => result)).toEqual([
      'verified',
      ...Array.from({ length: 6 }, () => 'skipped'),
    ])
    expect(await read(order._id)).toMatchObject({
      paymentStatus: 'verified',
      received: 24.37,
      payments: [{ source: 'binance', amount: '24.37', currency: 'USDT' }],
    })
    expect((await upload(binanceNow(order.reference))).body.data).toMatchObject({ added: 0, known: 7 })
    expect(await undo(file)).toEqual({ undone: 1, kept: [] })
    expect(await read(order._id)).toMatchObject({ paymentStatus: 'paid', received: 0 })
    await expectBooksToBalance()
  })

  it('is not sure of an order that is paid in another way, nor of another amount, and has no tolerance', async () => {
    const [byBank, short] = [await buildBankOrder(), await buildBinanceOrder()]
    const pays = (order: Wire['order'], amount: string) =>
      `000000000,26-11-21 09:30:05,Funding,Binance Pay,USDT,${amount},${order.reference}`
    const text = ['User ID,Time,Account,Operation,Coin,Change,Remark', pays(byBank, '24.37'), pays(short, '24.36')]
    const { data: file } = (await upload(text.join('\n'))).body
    const lines = await linesOf(file)
    expect(states(lines)).toEqual(['likely', 'short'])
    expect(lines[0]!.why.text).toContain('Its customer chose another way to pay.')
    expect(await apply(file, [lines[1]!])).toMatchObject([{ result: 'short' }])
    expect(await read(short._id)).toMatchObject({ paymentStatus: 'paid', missing: 0.01 })
    await expectBooksToBalance()
  })

  it('of another account is refused until staff confirm it', async () => {
    const text = binance('7QK4MZT', '987654321')
    expect((await upload(text)).body).toMatchObject({ error: 'other_account', account: '987654321' })
    expect((await upload(text, { account: '987654321' })).body.data.added).toBe(7)
  })
})

describe('undoing', () => {
  it('takes back what wasn’t delivered, lists the rest, and can be applied again', async () => {
    const [open, delivered] = [await buildBankOrder(), await buildBankOrder()]
    const before = await pointsOf(ada)
    const { data: file } = (await upload(csv(pay(open), pay(delivered), row('a stranger', 12)))).body
    const lines = await linesOf(file)
    await apply(file, lines)
    expect(await pointsOf(ada)).toBe(before + 48)
    await act(delivered._id, 'complete', { delivery: 'Here it is' })
    const result = await undo(file)
    expect(result).toMatchObject({ undone: 2, kept: [{ line: lines[1]!._id }] })
    expect(await read(open._id)).toMatchObject({ paymentStatus: 'paid', received: 0 })
    expect(await read(delivered._id)).toMatchObject({ paymentStatus: 'verified', received: 24.37 })
    expect(await pointsOf(ada)).toBe(before + 24)
    await expectBooksToBalance()
    const [listed] = (await call<StatementFile[]>('GET', '/admin/statements')).body.data
    expect([listed!.undoneAt === null, listed!.counts]).toEqual([false, { sure: 1, unmatched: 1, applied: 1 }])

    expect((await apply(file, lines)).map(({ result: one }) => one)).toEqual(['verified', 'verified', 'recorded'])
    expect(await read(open._id)).toMatchObject({ paymentStatus: 'verified', received: 24.37 })
    expect(await pointsOf(ada)).toBe(before + 48)
    await expectBooksToBalance()
  })
})

it('taken back leaves an order that nobody had marked as paid to staff, who can reject it', async () => {
  const order = await buildOrder(server, ada, { price: 1000 })
  await call('POST', `/checkout/${order._id}/payment-request`, { method: 'bank' }, ada)
  const { data: file } = (await upload(csv(row(order.reference, 3050)))).body
  const lines = await linesOf(file)
  expect(await apply(file, lines)).toMatchObject([{ result: 'verified' }])
  expect(await undo(file)).toEqual({ undone: 1, kept: [] })
  expect(await read(order._id)).toMatchObject({ paymentStatus: 'paid', received: 0, missing: 10 })
  await expectBooksToBalance()
  expect((await act(order._id, 'reject', { reason: 'The transfer was never ours.' })).status).toBe(200)
  const [late] = await linesOf(file)
  expect(await apply(file, [late!])).toMatchObject([{ result: 'skipped' }])
  expect((await linesOf(file))[0]!.state, 'the line says what it is now').toBe('late')
})

it('with less than the tolerance missing is applied in full, and nobody is asked for the rest', async () => {
  const tolerant = await startTestServer({ BANK_TOLERANCE: '5' })
  const [customer, staff] = [await buildUser(tolerant), await buildStaff(tolerant)]
  const order = await buildOrder(tolerant, customer, { price: 1000 })
  await tolerant.call('POST', `/checkout/${order._id}/payment-request`, { method: 'bank' }, customer)
  const { body } = await uploadStatement(tolerant, staff, csv(row(order.reference, 3046)))
  expect(body.data.counts).toEqual({ likely: 1 })
  const path = `/admin/statements/${body.data._id}`
  const [line] = (await tolerant.call<StatementLine[]>('GET', `${path}/lines`, undefined, staff)).body.data
  const applied = await tolerant.call<Result[]>('POST', `${path}/apply`, { lines: [line!._id] }, staff)
  expect(applied.body.data).toMatchObject([{ result: 'verified' }])
  const paid = (await tolerant.call<Wire['order']>('GET', `/checkout/${order._id}`, undefined, customer)).body.data
  expect([paid.paymentStatus, paid.received, paid.rest]).toEqual(['verified', 9.98, null])
  expect(paid.history.at(-1)!.note).toContain('within the tolerance')
  const { notifications } = (await tolerant.call('GET', '/notifications', undefined, customer)).body
  expect(notifications.map(({ message }) => message).join()).not.toContain('missing')
  await tolerant.close()
})

it('forgets what old lines say, and not that they were there', async () => {
  const text = csv(row('secret words', 7))
  const { data: file } = (await upload(text)).body
  await pruneStatements(server.app.db, new Date(Date.now() + 1000))
  const [line] = await server.app.db.select().from(statementLines).where(eq(statementLines.fileId, file._id))
  expect([line!.text, line!.bankRef, line!.why]).toEqual(['', '', { text: '', marks: [] }])
  expect((await upload(`${text}\n`)).body.data.added).toBe(0)
})
