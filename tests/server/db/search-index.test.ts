import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildCoupon, buildPaidOrder, buildStaff, buildUser } from '../../build.ts'

const columns: Record<string, string> = {
  users: 'search_text',
  orders: 'reference_key',
  payments: 'search_text',
  items: 'search_text',
  reviews: 'search_text',
  support_messages: 'search_text',
  coupons: 'code',
}

let server: TestServer
let file: string
beforeAll(async () => {
  server = await startTestServer()
  file = join(server.folder, 'store.db')
  const [ada, mira] = [await buildUser(server, { firstName: 'Ada' }), await buildStaff(server)]
  for (let i = 0; i < 5; i += 1) {
    const order = await buildPaidOrder(server, ada)
    const { token } = ada
    await server.call('POST', '/reviews', { item: order.items[0]!.item, stars: 4, description: `Good ${i}` }, { token })
    await server.call('POST', '/support-chat/message', { message: `Hello ${i}` }, { token })
    await buildCoupon(server)
    // A gap in the rowids.
    if (i === 1) await server.call('DELETE', `/admin/reviews/${await newestReview()}`, { reason: 'Spam' }, mira)
  }
})
afterAll(() => server.close())

async function newestReview(): Promise<string> {
  const db = new Database(file, { readonly: true })
  const id = db.prepare('select id from reviews order by created_at desc').pluck().get() as string
  db.close()
  return id
}

/** Throws when an index differs from its column. */
function checkIndexes(db: Database.Database) {
  const names = Object.keys(columns).map((table) => `${table}_search`)
  for (const name of [...names, 'items_names', 'item_words_search']) {
    db.prepare(`insert into ${name} (${name}, rank) values ('integrity-check', 1)`).run()
  }
}

function copyOfDatabase(name: string): Database.Database {
  const db = new Database(file)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const copy = join(server.folder, name)
  cpSync(file, copy)
  return new Database(copy)
}

it('has triggers on every table that keep its index', () => {
  const db = copyOfDatabase('triggers.db')
  const triggers = db
    .prepare("select tbl_name || ' ' || name from sqlite_master where type = 'trigger'")
    .pluck()
    .all() as string[]
  const expected = Object.keys(columns).flatMap((table) =>
    ['insert', 'update', 'delete'].map((event) => `${table} ${table}_search_${event}`),
  )
  const sums = ['insert', 'insert_verified', 'update', 'delete'].map((event) => `orders order_days_${event}`)
  const spent = ['insert', 'update', 'delete'].map((event) => `orders users_spent_${event}`)
  const ofItems = ['names', 'words'].flatMap((index) =>
    ['insert', 'update', 'delete'].map((event) => `items ${index === 'names' ? 'items' : 'item'}_${index}_${event}`),
  )
  const ofWords = ['insert', 'delete'].map((event) => `item_words item_words_search_${event}`)
  expect(triggers.toSorted()).toEqual([...expected, ...sums, ...spent, ...ofItems, ...ofWords].toSorted())
  checkIndexes(db)
  db.close()
})

it('notices a row that is missing in an index', () => {
  const db = copyOfDatabase('missing.db')
  db.exec('drop trigger users_search_insert')
  db.exec(
    "insert into users (id, email, password_hash, first_name, last_name, search_text, created_at, updated_at) values ('x', 'x', '', '', '', '  abc', 0, 0)",
  )
  expect(() => checkIndexes(db)).toThrow(/malformed/)
  db.close()
})

it('VACUUM keeps the rowids that the indexes refer to', () => {
  const db = copyOfDatabase('vacuum.db')
  const rowids = () =>
    Object.keys(columns).map((table) => db.prepare(`select rowid, id from ${table} order by 1`).all())
  const before = rowids()
  expect(before.flat().length).toBeGreaterThan(20)
  db.exec('vacuum')
  expect(rowids()).toEqual(before)
  checkIndexes(db)
  db.close()
})

it('follows updates and deletions', () => {
  const db = copyOfDatabase('changes.db')
  const find = (text: string) =>
    db.prepare('select count(*) from users_search where users_search match ?').pluck().get(`"${text}"`)
  expect([find('ada'), find('zoe')]).toEqual([1, 0])
  db.exec("update users set search_text = '  zoe' where first_name = 'Ada'")
  expect([find('ada'), find('zoe')]).toEqual([0, 1])
  db.exec("update users set search_text = '' where first_name = 'Ada'")
  expect(find('zoe')).toBe(0)
  checkIndexes(db)
  db.pragma('foreign_keys = OFF')
  for (const table of Object.keys(columns)) db.exec(`delete from ${table}`)
  checkIndexes(db)
  expect(db.prepare('select count(*) from item_words').pluck().get()).toBe(0)
  expect(db.prepare('select sum(paid + verified + failed + cancelled + refunded) from order_days').pluck().get()).toBe(
    0,
  )
  db.close()
})
