import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildCategory, buildItem, buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createPostgresDatabase } from '../../postgres.ts'

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let server: TestServer
let client: pg.Client
let mira: TestUser

/** Enough rows that a scan of a table costs more than its index. */
const fill = `
  insert into users (id, email, password_hash, first_name, last_name, search_text, created_at, updated_at)
    select 'u' || n, 'p' || n || '@crowd.test', '', 'P' || n, 'Crowd', '  p' || n || '  crowd  p' || n || '@crowd.test', now() - n * interval '1 minute', now() from generate_series(1, 20000) n;
  insert into orders (id, user_id, payment_status, order_status, payment_method, subtotal, total, reference, reference_key, expires_at, paid_at, verified_at, created_at, updated_at)
    select 'o' || lpad(n::text, 21, '0'), 'u' || (1 + n % 20000), s.payment, s.status, 'bank', 100, 100, 'REF' || n, 'REF' || n, now(), now() - n * interval '1 minute',
      case when s.payment = 'verified' then now() - n * interval '1 minute' end, now() - n * interval '1 minute', now()
    from generate_series(1, 40000) n, lateral (select case when n % 100 = 0 then 'paid' when n % 2 = 0 then 'verified' else 'cancelled' end payment, case when n % 100 = 0 then 'pending' when n % 2 = 0 then 'completed' else 'failed' end status) s;
  insert into support_conversations (user_id, status, last_seq, last_message_at, waiting_since, created_at)
    select 'u' || n, case when n % 2 = 0 then 'open' else 'resolved' end, 1, now() - n * interval '1 minute', case when n % 2 = 0 then now() - n * interval '1 minute' end, now() from generate_series(1, 20000) n;
  insert into support_messages (id, user_id, seq, sender_id, from_staff, message, search_text, created_at)
    select 'm' || n, 'u' || n, 1, 'u' || n, false, 'Question ' || n, '  question  number' || n, now() from generate_series(1, 20000) n;
  insert into reviews (id, item_id, user_id, stars, description, search_text, created_at, updated_at)
    select 'r' || n, (select id from items limit 1), 'u' || n, 1 + n % 5, 'Good', '  good  thing' || n, now() - n * interval '1 minute', now() from generate_series(1, 20000) n;
  insert into notifications (id, user_id, message, created_at)
    select 'n' || n, 'u' || (1 + n % 100), 'Hello', now() - n * interval '1 minute' from generate_series(1, 40000) n;
  insert into items (id, category_id, name, search_text, months, price, description, logo_link, banner_link, features, created_at, updated_at)
    select 'i' || n, (select id from categories limit 1), 'Box ' || n, '  box', 1, n, repeat('Long. ', 50), '', '', '[]', now() - n * interval '1 minute', now() from generate_series(1, 3000) n;
`

beforeAll(async () => {
  database = await createPostgresDatabase()
  server = await startTestServer({ DATABASE_URL: database.url })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  mira = await buildStaff(server)
  await buildItem(server, { categoryId: (await buildCategory(server)).id })
  await buildPaidOrder(server, await buildUser(server))
  await client.query(fill)
  // Statistics, and indexes without a list of pending entries, as autovacuum leaves them.
  await client.query('vacuum analyze')
  // What is left of scans has no index: the planner's own choice varies with the rows that it has sampled.
  await client.query('set enable_seqscan = off')
}, 120_000)
afterAll(async () => {
  await client.end()
  await server.close()
  await database.drop()
})

type Query = { text: string; values?: unknown[] }

/** The plans of everything that a GET reads, with the values it reads with. */
async function plansOf(path: string): Promise<string> {
  const queries: Query[] = []
  const original = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [query, values] = args as [Query | string, unknown[] | undefined]
    queries.push(typeof query === 'string' ? { text: query } : { text: query.text, values: query.values ?? values })
    return original.apply(this, args as never)
  })
  try {
    expect((await server.call('GET', path, undefined, { token: mira.token })).status).toBe(200)
  } finally {
    spy.mockRestore()
  }
  const plans: string[] = []
  for (const { text, values = [] } of queries.filter((query) => /^select/i.test(query.text))) {
    const { rows } = await client.query(`explain ${text}`, values)
    plans.push(...rows.map((row: Record<string, string>) => row['QUERY PLAN']!))
  }
  return plans.join('\n')
}

it.each([
  ['/admin/orders', 'orders_by_age'],
  ['/admin/orders?paymentStatus=paid', 'orders_to_verify'],
  ['/admin/orders?sort=total&paymentStatus=verified', 'orders_by_total'],
  ['/admin/customers', 'users_by_age'],
  ['/admin/customers?sort=name', 'users_by_name'],
  ['/admin/customers?sort=email', 'users_email'],
  ['/admin/reviews?sort=stars&direction=asc', 'reviews_by_stars_and_id'],
  ['/admin/reviews', 'reviews_by_age'],
  ['/admin/reviews?stars=1', 'reviews_by_stars'],
  ['/admin/support?status=open', 'conversations_by_wait'],
  ['/admin/support?status=open', 'orders_by_user'],
  ['/admin/payments', 'payments_by_age'],
  ['/admin/payments?state=unassigned', 'payments_unassigned'],
  ['/admin/payments?state=dismissed', 'payments_dismissed'],
  ['/admin/payments?sort=received', 'payments_by_time'],
  ['/admin/payments?sort=worth&state=assigned', 'payments_by_worth'],
  ['/admin/payments?sort=received&state=unassigned&direction=asc', 'payments_unassigned_by_time'],
  ['/admin/payments?sort=worth&state=unassigned', 'payments_unassigned_by_worth'],
  ['/admin/payments?sort=worth&state=dismissed', 'payments_dismissed_by_worth'],
  ['/admin/statements', 'statement_files_by_age'],
  ['/admin/orders?q=p777@', 'users_search'],
  ['/admin/orders?q=REF3777', 'orders_search'],
  ['/admin/orders?q=7QK4', 'orders_by_number'],
  ['/admin/customers?q=p777@', 'users_search'],
  ['/admin/support?q=number777', 'support_messages_search'],
  ['/admin/reviews?q=thing777', 'reviews_search'],
  ['/items?minPrice=5&sortBy=popular', 'Index Only Scan using items_by_category_and_'],
  ['/items?maxPrice=29&duration=month&sortBy=rating', 'Index Only Scan using items_by_category_and_'],
])('%s reads along %s', async (path, index) => {
  const plans = await plansOf(path)
  expect(plans).toContain(index)
  // Counting all rows of an unfiltered list reads them all.
  const scans = plans.match(/Seq Scan on (users|orders|reviews|support_messages|notifications)\b/g) ?? []
  // Here all reviews are of one item, which a search for it would have to read.
  expect(path.includes('?') && !path.startsWith('/admin/reviews?q') ? scans : []).toEqual([])
})

it.each(['/admin/orders?q=crowd', '/admin/support?q=crowd', '/admin/search?q=crowd'])(
  '%s, which finds nearly every row, looks up the names of the rows of a page alone',
  async (path) => {
    const plans = await plansOf(path)
    expect(plans).toContain('users_pkey')
    expect(plans).not.toContain('hashed SubPlan')
  },
)
