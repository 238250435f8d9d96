import Database from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { orderLines, orders } from '../../../drizzle/schema.ts'
import { findExpiredClaims } from '../../../server/orders/claim.ts'
import { findOverdueOrders } from '../../../server/orders/expire.ts'
import { readQueue, readQueuePosition } from '../../../server/orders/read-order.ts'
import { findOrdersExpiringSoon } from '../../../server/orders/send-expiry-reminder.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import {
  buildCategory,
  buildItem,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  buildVerifiedOrder,
  type TestUser,
} from '../../build.ts'

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
let [order, category, item] = ['', '', '']
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
  order = (await buildVerifiedOrder(server, ada, mira))._id
  category = (await buildCategory(server)).id
  item = (await buildItem(server, { categoryId: category })).id
  await server.call('GET', '/categories')
  await buildPaidOrder(server, ada)
  await server.call('POST', '/support-chat/message', { message: 'Hello' }, { token: ada.token })
})
afterAll(() => server.close())

type Plan = { statement: string; steps: string[] }

/** The query plan of each statement that `work` reads with. */
async function plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
  const reader = new Database(`${server.folder}/store.db`, { readonly: true })
  const prototype = Object.getPrototypeOf(reader.prepare('select 1')) as Database.Statement
  const statements = new Set<string>()
  const spies = (['all', 'get'] as const).map((name) => {
    const original = prototype[name]
    return vi.spyOn(prototype, name).mockImplementation(function (this: Database.Statement, ...params: unknown[]) {
      statements.add(this.source)
      return original.apply(this, params)
    })
  })
  try {
    await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  const plans = [...statements]
    .filter((statement) => /^select/i.test(statement))
    .map((statement) => {
      const plan = reader.prepare(`explain query plan ${statement}`)
      const steps = plan.all(Array.from(statement.matchAll(/\?/g), () => 1)) as { detail: string }[]
      return { statement, steps: steps.map(({ detail }) => detail) }
    })
  reader.close()
  return plans
}

const plansOfPath = (path: string, { token } = mira) =>
  plansOf(async () => expect((await server.call('GET', path, undefined, { token })).status).toBe(200))

/** Without the reading of a page's ids, which are one parameter. */
const stepsOf = (plans: Plan[]) =>
  plans.flatMap(({ steps }) => steps.filter((step) => !step.startsWith('SCAN json_each')))
/** Sorts of all matching rows. Those of one page's rows, which are named by their ids, are bounded. */
const sortsOf = (plans: Plan[]) =>
  plans
    .filter(({ statement }) => !/ in \((\?|select value from json_each|select[^)]*limit)/.test(statement))
    .flatMap(({ steps }) => steps.filter(isSort))

const largeTables =
  '(items|orders|users|reviews|notifications|activity|audit|order_lines|order_events|order_notes|points_entries|sessions|referrals|support_conversations|support_messages|stream_events|coupons|payments|payment_requests|payment_proofs|statement_lines)'
/** A large table is read along an index: until the page is full, or to count it without reading rows. */
const isScan = (step: string) => new RegExp(`^SCAN ${largeTables}(?! USING)`).test(step) && step !== 'SCAN audit'
const isSort = (step: string) => step.startsWith('USE TEMP B-TREE')

describe('lists', () => {
  it.each<[string, string]>([
    ['/admin/orders', 'orders_by_age'],
    ['/admin/orders?paymentStatus=paid', 'orders_to_verify'],
    ['/admin/orders?sort=total', 'orders_by_total'],
    ['/admin/orders?sort=total&paymentStatus=verified', 'orders_by_total'],
    ['/admin/orders?paymentStatus=verified', 'orders_by_payment'],
    ['/admin/orders?orderStatus=failed', 'orders_by_status'],
    ['/admin/orders?orderStatus=processing', 'orders_to_deliver'],
    ['/admin/reviews', 'reviews_by_age'],
    ['/admin/reviews?stars=1', 'reviews_by_stars'],
    ['/admin/customers', 'users_by_age'],
    ['/admin/customers?sort=name', 'users_by_name'],
    ['/admin/customers?sort=points', 'users_by_points'],
    ['/admin/customers?sort=spent&direction=asc', 'users_by_spent'],
    ['/admin/customers?sort=email&direction=desc', 'sqlite_autoindex_users'],
    ['/admin/reviews?sort=stars&direction=asc', 'reviews_by_stars_and_id'],
    ['/admin/items?sort=name&archived=all', 'items_all_by_name'],
    ['/admin/items?sort=price&direction=desc', 'items_by_price'],
    ['/admin/items?sort=changed', 'items_by_change'],
    ['/admin/audit?direction=asc', 'SCAN audit\n'],
    ['/admin/items', 'items_by_age'],
    ['/admin/items?archived=yes', 'items_by_age'],
    ['/admin/items?archived=all', 'items_by_age'],
    ['/admin/coupons', 'coupons_by_age'],
    ['/admin/coupons?sort=code', 'coupons_by_code'],
    ['/admin/coupons?sort=uses&archived=yes', 'coupons_by_uses'],
    ['/admin/coupons?sort=valid', 'coupons_by_expiry'],
    ['/admin/coupons?sort=valid&direction=desc&archived=all', 'coupons_by_expiry'],
    ['/admin/support', 'conversations_by_wait'],
    ['/admin/support', 'conversations_answered'],
    ['/admin/support?status=open', 'conversations_by_wait'],
    ['/admin/support', 'orders USING INDEX orders_by_user (user_id=?)'],
    ['/admin/support?status=resolved', 'conversations_by_message'],
    ['/admin/support?status=open&unread=1', 'conversations_by_wait'],
    // `seq` is the rowid: the table is read from its end, one page only.
    ['/admin/audit', 'SCAN audit\n'],
    ['/admin/audit?subject=order', 'INDEX audit_by_subject (subject=?)'],
    ['/admin/audit?subject=order&subjectId=x', 'INDEX audit_by_subject_id (subject=? AND subject_id=?)'],
    ['/admin/audit?actor=x', 'INDEX audit_by_actor (actor_id=?)'],
    ['/admin/audit?actor=x&subject=order', 'INDEX audit_by_actor_and_subject (actor_id=? AND subject=?)'],
    ['/admin/audit?actor=x&action=y', 'INDEX audit_by_actor_and_action (actor_id=? AND action=?)'],
    ['/admin/audit?action=order.verify', 'INDEX audit_by_action (action=?)'],
    ['/admin/audit?from=2026-01-01T00:00:00.000Z', 'COVERING INDEX audit_by_time (at>?)'],
    ['/admin/support-staff', 'users_staff'],
    ['/admin/payments', 'payments_by_age'],
    ['/admin/payments?state=unassigned', 'payments_unassigned'],
    ['/admin/payments?state=dismissed', 'payments_dismissed'],
    ['/admin/payments?sort=received', 'payments_by_time'],
    ['/admin/payments?sort=worth&state=assigned', 'payments_by_worth'],
    ['/admin/payments?sort=received&state=unassigned&direction=asc', 'payments_unassigned_by_time'],
    ['/admin/payments?sort=worth&state=unassigned', 'payments_unassigned_by_worth'],
    ['/admin/payments?sort=received&state=dismissed', 'payments_dismissed_by_time'],
    ['/admin/payments?sort=worth&state=dismissed', 'payments_dismissed_by_worth'],
    ['/admin/statements', 'statement_files_by_age'],
    ['/items', 'items_by_age_on_sale'],
    ['/items?sortBy=popular', 'items_by_popularity'],
    ['/items?sortBy=name', 'items_by_name'],
    ['/items?minRating=4', 'COVERING INDEX items_by_category_and_popularity'],
    ['/items?duration=month', 'COVERING INDEX items_by_category_and_popularity'],
    ['/items?minPrice=5&maxPrice=9&sortBy=price-low', 'COVERING INDEX items_by_category_and_popularity'],
    ['/items?sortBy=price-low', 'items_by_price'],
    ['/items?sortBy=price-high', 'items_by_price'],
    ['/items?sortBy=rating', 'items_by_rating'],
    ['/admin/categories', 'items_by_category'],
  ])('%s reads along %s', async (path, index) => {
    const plans = await plansOfPath(path)
    expect(stepsOf(plans).join('\n')).toContain(index)
    expect(stepsOf(plans).filter(isScan)).toEqual([])
    // Categories and the names of actors are few.
    if (!/categories$|audit/.test(path)) expect(sortsOf(plans)).toEqual([])
  })

  it.each([
    'paymentMethod=crypto',
    'from=2026-01-01&to=2026-01-31',
    'minTotal=10&maxTotal=20',
    'reused=1',
    'proved=1&paymentMethod=bank',
  ])('of the queues, filtered by %s, read along the index of the queue', async (filter) => {
    for (const [queue, index] of [
      ['paymentStatus=paid', 'orders_to_verify'],
      ['paymentStatus=verified&orderStatus=processing', 'orders_to_deliver'],
    ]) {
      const plans = (await plansOfPath(`/admin/orders?${queue}&${filter}`)).filter(({ statement }) =>
        / order by /.test(statement),
      )
      const ofOrders = stepsOf(plans).filter((step) => /^(SCAN|SEARCH) orders\b/.test(step))
      expect(ofOrders.filter((step) => !step.includes(index!))).toEqual([])
      expect(sortsOf(plans)).toEqual([])
    }
  })

  it('of orders count them by the sums of their days, not by reading all of them', async () => {
    const counts = (await plansOfPath('/admin/orders')).filter(({ statement }) => /\b(count|sum)\(/.test(statement))
    expect(stepsOf(counts).join('\n')).toContain('order_days')
    expect(stepsOf(counts).filter((step) => step.startsWith('SCAN orders'))).toEqual([])
  })

  it('of categories count their items along an index, once after the start for all lists', async () => {
    const isCount = ({ statement }: Plan) => statement.includes('count(*)')
    const other = await startTestServer()
    const plans = await plansOf(() => other.call('GET', '/categories'))
    await other.close()
    expect(stepsOf(plans.filter(isCount)).join('\n')).toContain('COVERING INDEX items_by_category')
    expect(stepsOf(plans).filter(isScan)).toEqual([])
    await server.call('POST', '/admin/categories', { name: 'New' }, { token: mira.token })
    for (const path of ['/categories', '/items?limit=7', `/items?limit=7&category=${category}&sortBy=popular`]) {
      expect((await plansOfPath(path)).filter(isCount)).toEqual([])
    }
  })

  it.each<[string, string]>([
    ['sortBy=name', 'items_by_category_and_name'],
    ['sortBy=price-low', 'items_by_category_and_price'],
    ['sortBy=rating', 'items_by_category_and_rating'],
    ['sortBy=newest', 'items_by_category_on_sale'],
    ['sortBy=popular', 'items_by_category_and_popularity'],
  ])('of a category, /items?%s reads along %s', async (sort, index) => {
    const plans = await plansOfPath(`/items?category=${category}&${sort}`)
    expect(stepsOf(plans).join('\n')).toContain(index)
    expect([...stepsOf(plans).filter(isScan), ...sortsOf(plans)]).toEqual([])
  })

  it.each<[string, string]>([
    ['/checkout', 'orders_by_user'],
    ['/checkout?paymentStatus=pending', 'orders_by_user'],
    ['/checkout?paymentStatus=paid', 'orders_by_user'],
    ['/checkout?paymentStatus=failed&orderStatus=cancelled', 'orders_by_user'],
    ['/checkout?orderStatus=completed', 'orders_by_user'],
    ['/notifications', 'notifications_by_user'],
    ['/notifications?unreadOnly=1', 'notifications_unread'],
    ['/logs', 'activity_by_user'],
    ['/points/me', 'points_by_user'],
    ['/dashboard', 'COVERING INDEX orders_by_user'],
    ['/dashboard', 'orders_by_user_and_verification'],
    ['/support-chat', 'messages_in_conversation'],
  ])('of a user, %s reads along %s', async (path, index) => {
    const plans = await plansOfPath(path, ada)
    expect(stepsOf(plans).join('\n')).toContain(index)
    expect([...stepsOf(plans).filter((step) => step.startsWith('SCAN')), ...sortsOf(plans)]).toEqual([])
    // Nobody else's orders are looked at.
    expect(stepsOf(plans).filter((step) => /^SEARCH orders (?!.*orders_by_user)/.test(step))).toEqual([])
  })

  it('of the next page start at their cursor', async () => {
    const first = await server.call('GET', '/admin/customers?limit=1', undefined, { token: mira.token })
    const plans = await plansOfPath(`/admin/customers?cursor=${first.body.nextCursor}`)
    expect(stepsOf(plans).join('\n')).toMatch(/SEARCH users USING (COVERING )?INDEX users_by_age \(created_at<\?\)/)
  })
})

describe('searches', () => {
  it.each<[string, string[]]>([
    ['/admin/orders?q=silva', ['users_search', 'orders_search', 'orders_by_number', 'orders_by_user']],
    ['/admin/orders?q=D375HX6', ['orders_by_payment_reference']],
    ['/admin/orders?q=7QK4', ['orders_by_number']],
    ['/admin/orders?q=24.37', ['payment_requests_by_amount', 'orders_by_total']],
    ['/admin/orders?q=silva&paymentStatus=paid', ['users_search', 'orders_search']],
    ['/admin/orders?q=silva&paymentStatus=verified&orderStatus=processing', ['users_search', 'orders_search']],
    ['/admin/customers?q=silva', ['users_search']],
    ['/admin/support?q=silva', ['users_search', 'support_messages_search']],
    ['/admin/support?q=silva&status=open&assignee=none&unread=1', ['users_search', 'support_messages_search']],
    ['/admin/reviews?q=silva&stars=5', ['users_search', 'items_names', 'reviews_search', 'reviews_by_item']],
    ['/admin/items?q=silva', ['items_search']],
    ['/items?q=silva&sortBy=rating&minPrice=1', ['items_search']],
    ['/items?q=silwa', ['items_search', 'item_words_search']],
    ['/admin/search?q=silva', ['items_search', 'users_search', 'orders_search', 'support_messages_search']],
    ['/admin/coupons?q=silva', ['coupons_search']],
  ])('%s reads %s', async (path, indexes) => {
    const plans = await plansOfPath(path)
    for (const index of indexes) expect(stepsOf(plans).join('\n')).toContain(index)
    expect(stepsOf(plans).filter((step) => isScan(step) && !/VIRTUAL TABLE/.test(step))).toEqual([])
    // The rows are found by the search, and by no index of the list's order or filters.
    const walks =
      /^(SCAN|SEARCH) (orders|reviews|items|users|coupons|support_conversations) USING.* (\w+_by_(age|payment|status|stars|wait|message)|orders_to_\w+|conversations_answered|items_by_\w+)\b/
    const lists = plans.filter(({ statement }) => / order by /.test(statement))
    expect(stepsOf(lists).filter((step) => walks.test(step))).toEqual([])
  })
})

describe('figures and jobs', () => {
  it('sum the days and the latest checks', async () => {
    const plans = await plansOfPath('/admin/stats?days=7')
    const steps = stepsOf(plans)
    expect(steps.join('\n')).toContain('orders_by_check')
    // Pending orders are few, because they expire; those of the period and of the one before are grouped.
    expect(steps.filter((step) => step.includes('COVERING INDEX orders_by_payment'))).toHaveLength(2)
    const groupings = sortsOf(plans).filter((step) => step === 'USE TEMP B-TREE FOR GROUP BY')
    expect(groupings).toHaveLength(2)
    expect([...steps.filter((step) => step.startsWith('SCAN')), ...sortsOf(plans)]).toEqual(groupings)
  })

  it('of the storefront read orders and items along indexes', async () => {
    const plans = await plansOf(() => server.app.storefront.refresh(new Date(Date.now() + 120_000)))
    const steps = stepsOf(plans).join('\n')
    expect(steps).toMatch(/orders USING COVERING INDEX orders_by_payment \(payment_status=\? AND created_at>/)
    expect(steps).toContain('order_lines USING INDEX order_lines_in_order')
    expect(steps).toMatch(/orders USING INDEX orders_by_check \(verified_at>\?\)/)
    expect(steps).toContain('order_events USING INDEX order_events_in_order')
    expect(stepsOf(plans).filter((step) => isScan(step))).toEqual([])
  })

  it('find orders by partial indexes', async () => {
    const { db } = server.app
    for (const [find, index] of [
      [() => findOverdueOrders(db), 'orders_by_expiry'],
      [() => findOrdersExpiringSoon(db, 72), 'orders_by_expiry'],
      [() => findExpiredClaims(db), 'orders_by_claim'],
      [() => readQueue(db), 'orders_to_verify'],
      [() => readQueuePosition(db, order), 'orders_to_verify'],
    ] as const) {
      const plans = await plansOf(find)
      expect(stepsOf(plans).join('\n')).toContain(index)
      expect(stepsOf(plans).filter((step) => step.startsWith('SCAN orders') && !step.includes(index))).toEqual([])
      expect(sortsOf(plans)).toEqual([])
    }
  })

  it('find what belongs to one order, item or customer without a scan', async () => {
    for (const path of [
      `/admin/orders/${order}/notes`,
      `/admin/customers/${ada.id}`,
      `/reviews?item=${item}`,
      '/auth/sessions',
    ]) {
      const plans = await plansOfPath(path)
      expect(plans.length).toBeGreaterThan(0)
      expect(stepsOf(plans).filter((step) => step.startsWith('SCAN'))).toEqual([])
    }
  })

  it('look for a verified purchase among the orders of a review’s author, not among those of the item', async () => {
    for (const path of [`/reviews?item=${item}&limit=7`, '/admin/reviews?limit=7']) {
      const steps = stepsOf(await plansOfPath(path)).join('\n')
      expect(steps).toMatch(/SEARCH orders USING (COVERING )?INDEX orders_by_user /)
      expect(steps).not.toContain('order_lines_by_item')
    }
  })

  it('of what the customers of an item bought besides read their orders alone', async () => {
    const { db } = server.app
    const [row] = await db.select().from(orders).where(eq(orders.id, order))
    const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, order))
    // With one or two customers, SQLite would read their orders anyway.
    for (let n = 0; n < 6; n += 1) {
      const { id: userId } = await buildUser(server)
      const copy = { ...row!, id: `copy${n}`, userId, paymentReference: null }
      await db.insert(orders).values(copy)
      await db.insert(orderLines).values({ ...line!, id: copy.id, orderId: copy.id, itemId: item })
    }
    const steps = stepsOf(await plansOfPath(`/items/${item}/related`))
    expect(steps.join('\n')).toMatch(/SEARCH orders USING (COVERING )?INDEX orders_by_user /)
    expect(steps.filter((step) => /^(SCAN|SEARCH) orders .*orders_by_(payment|status|age)/.test(step))).toEqual([])
  })

  it('find orders with the same reference, and the points of a refund, along an index', async () => {
    const pay = (id: string) =>
      server.call('PATCH', `/checkout/${id}/mark-paid`, { reference: 'CEFT-1' }, { token: ada.token })
    const [one, two] = [await buildOrder(server, ada), await buildOrder(server, ada)]
    await pay(one._id)
    await pay(two._id)
    const plans = [
      ...(await plansOfPath(`/admin/orders/${one._id}`)),
      ...(await plansOfPath(`/admin/orders/${order}/refund`)),
    ]
    expect(stepsOf(plans).join('\n')).toContain('orders_by_reference_key (reference_key=?)')
    expect(stepsOf(plans).join('\n')).toContain('points_by_order (order_id=?)')
  })
})
