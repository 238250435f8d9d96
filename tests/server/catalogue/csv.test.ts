import Papa from 'papaparse'
import type * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { items } from '../../../drizzle/schema.ts'
import { type CsvColumn, csvColumnNames, csvColumns, type CsvLineResult } from '../../../shared/catalogue/csv-schema.ts'
import { unescapeCell } from '../../../shared/csv.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildCategory, buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { itemInput, listActions, type WireItem } from './staff-catalogue.ts'

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
beforeEach(async () => {
  server = await startTestServer()
  ;[ada, mira] = [await buildUser(server), await buildStaff(server)]
})
afterEach(() => server.close())

type Line = { line: number } & Partial<Record<CsvColumn, string>>
type Result = z.input<typeof CsvLineResult>
const call = <T>(method: string, path: string, body?: unknown, user: TestUser = mira, key?: string) =>
  server.call<T>(method, path, body, { token: user.token, ...(key && { headers: { 'idempotency-key': key } }) })
const create = async (fields: Record<string, unknown> = {}) =>
  (await call<WireItem>('POST', '/admin/items', await itemInput(server, fields))).body.data
const check = async (...lines: Line[]) =>
  (await call<Result[]>('POST', '/admin/items/import/check', { lines })).body.data
const send = (lines: Line[], user = mira, key?: string) =>
  call<Result[]>('POST', '/admin/items/import', { lines }, user, key)
const readItem = async (id: string) => (await call<WireItem>('GET', `/admin/items/${id}`)).body.data

/** Exports the catalogue, part by part, and reads the file as the browser does. */
async function exportLines(query = ''): Promise<Line[]> {
  let [text, cursor] = ['', '']
  do {
    const { body } = await call<{ text: string }>('GET', `/admin/items/export?${query}&cursor=${cursor}`)
    text += body.data.text
    cursor = body.nextCursor ?? ''
  } while (cursor)
  const [header, ...rows] = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: 'greedy' }).data
  expect(header).toEqual(Object.values(csvColumns))
  return rows.map((cells, index) => ({
    line: index + 2,
    ...(Object.fromEntries(csvColumnNames.map((name, i) => [name, unescapeCell(cells[i]!)])) as Record<
      CsvColumn,
      string
    >),
  }))
}

describe('the export', () => {
  it('has what is on sale and the drafts, newest first, and nothing that a spreadsheet would run', async () => {
    const category = (await buildCategory(server, 'Music')).id
    const item = await create({
      name: '=HYPERLINK("x")',
      category,
      originalPrice: 20,
      features: ['-1', 'Two, "three"'],
    })
    const draft = await create({ name: '007', category, draft: true })
    await buildItem(server, { archivedAt: new Date() })
    const other = await create()
    const lines = await exportLines()
    expect(lines.map(({ id }) => id)).toEqual([other._id, draft._id, item._id])
    expect(lines[2]).toMatchObject({
      version: '1',
      status: 'On sale',
      name: '=HYPERLINK("x")',
      category: 'Music',
      duration: '12',
      price: '12.99',
      originalPrice: '20.00',
      currency: 'USD',
      features: '-1\nTwo, "three"',
    })
    expect(lines[1]).toMatchObject({ name: '007', status: 'Draft', originalPrice: '' })
    const { body } = await call<{ text: string }>('GET', '/admin/items/export')
    expect(body.data.text).toContain(`"'=HYPERLINK(""x"")"`)
    expect((await exportLines(`category=${category}`)).length).toBe(2)
    expect((await call('GET', '/admin/items/export', undefined, ada)).status).toBe(403)
  })

  it('comes in parts, and imports as no change at all', async () => {
    const { id: categoryId } = await buildCategory(server)
    for (let i = 0; i < 205; i += 1) await buildItem(server, { categoryId, name: `Item ${i}` })
    await create({ category: categoryId, description: '<p>One;=2</p><ul><li>– 1</li></ul>', features: ["'x", "'=x"] })
    // What stood around it has left blanks in front of it and behind.
    await buildItem(server, { categoryId, description: '<script>x()</script> <p>Hi</p> <base>' })
    const lines = await exportLines()
    expect(new Set(lines.map(({ id }) => id)).size).toBe(207)
    const results = await check(...lines)
    expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['same']))
    expect((await send(lines)).body).toMatchObject({ created: 0, changed: 0 })
  })
})

describe('the import', () => {
  it('says what each line would do, then does it, live and audited', async () => {
    const item = await create({ name: 'Cloud storage', category: (await buildCategory(server, 'Music')).id })
    const [exported] = await exportLines()
    const changed: Line = { line: 2, id: item._id, version: '1', price: '9.50', features: 'One\nTwo' }
    const added: Line = {
      ...exported!,
      line: 3,
      id: '',
      version: '',
      name: 'Sheet music',
      status: '',
      category: ' music ',
    }
    const [first, second] = await check(changed, added)
    expect(first).toMatchObject({
      result: 'changed',
      version: 1,
      problems: [],
      changes: [
        { column: 'Price', before: '12.99', after: '9.50' },
        { column: 'Features', before: '2 TB, Two people', after: 'One, Two' },
      ],
    })
    expect(second).toMatchObject({ line: 3, result: 'new', name: 'Sheet music', version: null, changes: [] })
    expect((await readItem(item._id)).version, 'nothing has changed yet').toBe(1)

    const [visitor, colleague] = [await server.connect(), await server.connect({ token: mira.token })]
    expect((await send([changed, added])).body).toMatchObject({
      created: 1,
      changed: 1,
      message: '1 created, 1 changed',
    })
    expect(await readItem(item._id)).toMatchObject({ price: 9.5, features: ['One', 'Two'], name: 'Cloud storage' })
    const drafts = await call<WireItem[]>('GET', '/admin/items?archived=draft')
    expect(drafts.body.data, 'new items are drafts').toMatchObject([
      { name: 'Sheet music', category: { name: 'Music' } },
    ])
    await waitFor(() => colleague.eventSummaries().filter((type) => type === 'staff.item.changed').length === 2)
    expect(visitor.eventSummaries()).toEqual(['item.changed'])
    expect(await listActions(server)).toEqual(['item.create', 'item.change', 'item.create'])
  })

  it('names the problem of each line in words', async () => {
    const item = await create()
    const archived = await buildItem(server, { archivedAt: new Date() })
    const problemsOf = async (cells: Partial<Record<CsvColumn, string>>) =>
      (await check({ line: 2, id: item._id, ...cells }))[0]!.problems
    expect(await problemsOf({ id: 'none' })).toEqual(['There is no item with the id “none”'])
    expect(await problemsOf({ id: archived.id })).toContain('This item is archived')
    for (const [cells, problem] of [
      [{ category: 'Nowhere' }, 'There is no category “Nowhere”'],
      [{ price: '12,99' }, '“12,99” is not a price such as 12.99'],
      [{ price: '' }, 'Price is required'],
      [{ price: '0' }, 'The price must be more than $0'],
      [{ price: '100000.01' }, 'The price can be at most $100,000'],
      [{ originalPrice: '5' }, 'The old price must be above the price'],
      [{ currency: 'LKR' }, 'Prices are in USD, not in LKR'],
      [{ duration: 'a year' }, '“a year” is not a whole number of months'],
      [{ duration: '121' }, 'Duration must be a whole number from 1 to 120'],
      [{ name: ' ' }, 'Name is required'],
      [{ logoLink: '/media/none.webp' }, 'There is no picture /media/none.webp'],
      [{ status: 'Draft' }, 'A file can’t publish or unpublish an item: do that in its editor'],
      [{ status: 'gone' }, 'The status must be Draft or On sale'],
      [{ version: '7' }, 'It has changed since: the file has version 7, the store 1'],
    ] as const) {
      expect(await problemsOf(cells)).toEqual([problem])
    }
    const twice = await check({ line: 2, id: item._id }, { line: 3, id: item._id })
    expect(twice.map(({ problems }) => problems)).toEqual([[], ['Another line has the same id']])
    expect(await problemsOf({ id: '', name: 'New' })).toEqual(
      expect.arrayContaining([
        'Category is required',
        'Price is required',
        'Logo is required',
        'Account type is required',
      ]),
    )
  })

  it('imports nothing when one line has a problem or an item has changed since', async () => {
    const [one, two] = [await create({ name: 'One' }), await create({ name: 'Two' })]
    const good: Line = { line: 2, id: one._id, version: '1', price: '1' }
    const invalid = await send([good, { line: 3, id: two._id, price: 'free' }])
    expect(invalid).toMatchObject({ status: 422, body: { error: 'import_invalid' } })
    expect(invalid.body.message).toBe('1 line has a problem. Nothing was imported.')
    expect(invalid.body.data).toMatchObject([{ line: 3, problems: ['“free” is not a price such as 12.99'] }])
    await send([{ line: 2, id: two._id, price: '5' }])
    const stale = await send([good, { line: 3, id: two._id, version: '1', price: '6' }])
    expect(stale).toMatchObject({ status: 409, body: { error: 'items_changed' } })
    expect((await readItem(one._id)).price).toBe(12.99)
  })

  it('happens once for a repeated key, and is bounded in lines, bytes and to staff', async () => {
    const item = await create()
    const [line] = await exportLines()
    const added: Line = { ...line!, id: '', version: '', name: 'New' }
    const first = await send([added], mira, 'k')
    expect((await send([added], mira, 'k')).body).toEqual(first.body)
    expect(await server.app.db.$count(items)).toBe(2)
    const lines = (count: number, cells: object) => Array.from({ length: count }, (_, i) => ({ line: i + 2, ...cells }))
    expect((await send(lines(501, { id: item._id }))).body.message).toBe('At most 500 lines can be sent at once.')
    const headers = { 'content-length': `${2 * 1024 * 1024 + 1}` }
    const large = await server.call(
      'POST',
      '/admin/items/import',
      { lines: lines(1, {}) },
      { token: mira.token, headers },
    )
    expect([large.status, large.body.message]).toEqual([413, 'A request can be at most 2 MB.'])
    expect((await send([])).status).toBe(400)
    expect((await send([{ line: 2, id: item._id }], ada)).status).toBe(403)
  })

  it('sanitises descriptions as the editor does', async () => {
    const item = await create()
    await send([{ line: 2, id: item._id, description: '<p onclick="x()">Hi<script>x()</script></p>' }])
    expect((await readItem(item._id)).description).toBe('<p>Hi</p>')
  })
})
