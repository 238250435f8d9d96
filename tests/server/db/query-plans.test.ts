import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

let store: TestStore
let [ada, mira] = [] as unknown as [Somebody, Somebody]
let order: string
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
  order = (await buildVerifiedOrder(store, ada, mira))._id
  await buildPaidOrder(store, ada)
})
afterAll(() => store.close())

/** How the database goes about what a call reads, a line a step. */
async function planOf(path: string): Promise<string[]> {
  const asked: string[] = []
  const original = Database.prototype.prepare
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql) {
    asked.push(sql)
    return original.call(this, sql)
  })
  const { status } = await store.call('GET', path, undefined, { token: mira.token })
  spy.mockRestore()
  expect(status).toBe(200)
  const reader = new Database(`${store.folder}/store.db`, { readonly: true })
  const plans = asked
    .filter((sql) => /^select/i.test(sql))
    .flatMap((sql) => {
      const explained = reader.prepare(`explain query plan ${sql}`)
      return explained.all(Array.from(sql.matchAll(/\?/g), () => 1)) as { detail: string }[]
    })
  reader.close()
  return plans.map(({ detail }) => detail)
}

const large = '(orders|users|reviews|audit|order_lines|order_events|order_notes|points_entries|sessions|referrals)'

test.runIf(dialect === 'sqlite').each([
  ['/admin/orders?limit=7', 'orders_by_age'],
  ['/admin/orders?paymentStatus=paid&limit=8', 'orders_by_payment'],
  ['/admin/orders?orderStatus=pending&limit=9', 'orders_by_status'],
  ['/admin/reviews?limit=7', 'reviews_by_age'],
  ['/admin/customers?limit=7', 'users_by_age'],
  ['/admin/stats?days=7', 'orders_by_verification'],
  // Its number is the row's own place: the table is read from its end, and no further than a page.
  ['/admin/audit?limit=7', 'SCAN audit\nSEARCH users'],
])('%s reads by %s', async (path, index) => {
  const plan = await planOf(path)
  expect(plan.join('\n')).toContain(index)
  // The whole of a table is gone through only along an index: to be counted, or until a page is full.
  const whole = plan.filter((step) => new RegExp(`^SCAN ${large}(?! USING)`).test(step) && step !== 'SCAN audit')
  expect(whole).toEqual([])
})

test.runIf(dialect === 'sqlite')('what belongs to one order or customer is found by it', async () => {
  for (const path of [`/admin/orders/${order}/notes`, `/admin/customers/${ada.id}`, `/checkout?limit=3`]) {
    const plan = await planOf(path)
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([])
  }
})
