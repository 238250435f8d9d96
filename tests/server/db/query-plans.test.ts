import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
let order: string
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
  order = (await buildVerifiedOrder(server, ada, mira))._id
  await buildPaidOrder(server, ada)
})
afterAll(() => server.close())

/** The query plan of everything that a GET reads, one step per line. */
async function planOf(path: string): Promise<string[]> {
  const statements: string[] = []
  const original = Database.prototype.prepare
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql) {
    statements.push(sql)
    return original.call(this, sql)
  })
  const { status } = await server.call('GET', path, undefined, { token: mira.token })
  spy.mockRestore()
  expect(status).toBe(200)
  const reader = new Database(`${server.folder}/store.db`, { readonly: true })
  const plans = statements
    .filter((sql) => /^select/i.test(sql))
    .flatMap((sql) => {
      const plan = reader.prepare(`explain query plan ${sql}`)
      return plan.all(Array.from(sql.matchAll(/\?/g), () => 1)) as { detail: string }[]
    })
  reader.close()
  return plans.map(({ detail }) => detail)
}

const largeTables =
  '(orders|users|reviews|audit|order_lines|order_events|order_notes|points_entries|sessions|referrals)'

it.runIf(dialect === 'sqlite').each([
  ['/admin/orders?limit=7', 'orders_by_age'],
  ['/admin/orders?paymentStatus=paid&limit=8', 'orders_by_payment'],
  ['/admin/orders?orderStatus=pending&limit=9', 'orders_by_status'],
  ['/admin/orders?paymentStatus=verified&orderStatus=processing&limit=6', 'orders USING INDEX orders_to_deliver'],
  ['/admin/reviews?limit=7', 'reviews_by_age'],
  ['/admin/customers?limit=7', 'users_by_age'],
  ['/admin/stats?days=7', 'orders_by_verification'],
  // `seq` is the rowid: the table is read from its end, one page only.
  ['/admin/audit?limit=7', 'SCAN audit\nSEARCH users'],
  ['/admin/audit?subject=order&limit=7', 'INDEX audit_by_subject (subject=?)'],
  ['/admin/audit?subject=order&subjectId=x&limit=8', 'INDEX audit_by_subject_id (subject=? AND subject_id=?)'],
  ['/admin/audit?actor=x&limit=9', 'INDEX audit_by_actor (actor_id=?)'],
  ['/admin/audit?actor=x&subject=order&limit=7', 'INDEX audit_by_actor_and_subject (actor_id=? AND subject=?)'],
  ['/admin/audit?actor=x&action=y&limit=8', 'INDEX audit_by_actor_and_action (actor_id=? AND action=?)'],
  ['/admin/audit?action=order.verify&limit=9', 'INDEX audit_by_action (action=?)'],
  ['/admin/audit?from=2026-01-01T00:00:00.000Z&limit=8', 'COVERING INDEX audit_by_time (at>?)'],
])('%s reads along %s', async (path, index) => {
  const plan = await planOf(path)
  expect(plan.join('\n')).toContain(index)
  // A large table is scanned only along an index: to count it, or until the page is full.
  const fullScans = plan.filter(
    (step) => new RegExp(`^SCAN ${largeTables}(?! USING)`).test(step) && step !== 'SCAN audit',
  )
  expect(fullScans).toEqual([])
})

it.runIf(dialect === 'sqlite')('finds what belongs to one order or customer without a scan', async () => {
  for (const path of [`/admin/orders/${order}/notes`, `/admin/customers/${ada.id}`, `/checkout?limit=3`]) {
    const plan = await planOf(path)
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([])
  }
})

it.runIf(dialect === 'sqlite')(
  'finds orders with the same reference, and the points of a refund, along an index',
  async () => {
    const pay = (id: string) =>
      server.call('PATCH', `/checkout/${id}/mark-paid`, { reference: 'CEFT-1' }, { token: ada.token })
    const [one, two] = [await buildOrder(server, ada), await buildOrder(server, ada)]
    await pay(one._id)
    await pay(two._id)
    expect((await planOf(`/admin/orders/${one._id}`)).join('\n')).toContain('orders_by_reference_key (reference_key=?)')
    expect((await planOf(`/admin/orders/${order}/refund`)).join('\n')).toContain('points_by_order (order_id=?)')
  },
)
