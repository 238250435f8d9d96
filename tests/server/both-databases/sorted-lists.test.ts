import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payments, reviews } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildCategory, buildCoupon, buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

let server: TestServer
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server, { firstName: 'Mira', email: 'mira@example.com' })
  for (const [firstName, email, spent, points] of [
    ['Élodie', 'z@example.com', 0, -5],
    ['olu', 'b@example.com', 3000, 30],
    ['Bea', 'y@example.com', 1250, 12],
  ] as const) {
    await buildUser(server, { firstName, email, spent, points })
  }
  const categoryId = (await buildCategory(server)).id
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  for (const [name, price, second] of [
    ['beta', 300, 3],
    ['Alpha', 100, 9],
    ['Gamma', 300, 6],
  ] as const) {
    await buildItem(server, { name, price, categoryId, updatedAt: at(second), createdAt: at(second) })
  }
  for (const [code, uses, second, expiresAt] of [
    ['SPRING', 2, 1, at(9)],
    ['AUTUMN', 0, 2, null],
    ['WINTER', 2, 3, at(7)],
  ] as const) {
    await buildCoupon(server, { code, uses, createdAt: at(second), expiresAt })
  }
  await buildCoupon(server, { code: 'ENDED', uses: 1, archivedAt: at(1), createdAt: at(4) })
  const batch = await buildCoupon(server, { code: 'GIFT', batchSize: 1, uses: 1, createdAt: at(5) })
  await buildCoupon(server, { code: 'GIFT7QK', batchId: batch.id, uses: 1, createdAt: at(5) })
  const { id } = await buildItem(server, {
    name: 'Unlisted',
    price: 200,
    categoryId,
    archivedAt: at(1),
    updatedAt: at(1),
  })
  for (const stars of [3, 5, 3, 1]) {
    const { id: userId } = await buildUser(server, { email: `reviewer${Math.random()}@example.com` })
    const description = `${stars} stars`
    await server.app.db
      .insert(reviews)
      .values({ itemId: id, userId, stars, description, createdAt: at(stars), updatedAt: at(1) })
  }
  for (const [payer, cents, recorded, received, state] of [
    ['Di', 2000, 1, 3, 'dismissed'],
    ['Al', 750, 2, 5, 'final'],
    ['Bo', 2000, 3, 6, 'final'],
    ['Cy', 3000, 4, 2, 'final'],
  ] as const) {
    await server.app.db.insert(payments).values({
      source: 'manual',
      sourceId: payer,
      currency: 'USD',
      decimals: 2,
      amount: String(cents),
      worth: cents,
      cents,
      payer,
      text: 'A transfer',
      happenedAt: at(received),
      createdAt: at(recorded),
      state,
      searchText: 'a transfer',
    })
  }
}, openTimeoutMs)
afterAll(() => server.close())

type Rows = Record<string, string | number>[]

/** All rows of a list, read page by page. */
async function readAll(path: string, pick: string): Promise<(string | number)[]> {
  const found: (string | number)[] = []
  let cursor = ''
  do {
    const page = await server.call<Rows>('GET', `${path}${cursor && `&cursor=${cursor}`}`, undefined, {
      token: mira.token,
    })
    expect(page.status).toBe(200)
    found.push(...page.body.data.map((row) => row[pick]!))
    cursor = page.body.nextCursor ?? ''
  } while (cursor)
  return found
}

describe('lists of staff, sorted', () => {
  it.each([
    ['/admin/customers?sort=name&q=example&limit=2', 'firstName', /^Bea Élodie Mira olu Person/],
    ['/admin/customers?sort=name&direction=desc&limit=2', 'firstName', /olu Mira Élodie Bea$/],
    [
      '/admin/customers?sort=email&limit=3',
      'email',
      /^b@example\.com mira@example\.com .* y@example\.com z@example\.com$/,
    ],
    ['/admin/customers?sort=joined&direction=asc&limit=2', 'firstName', /^Mira Élodie olu Bea/],
    ['/admin/customers?sort=spent&limit=1', 'spent', /^30 12.5( 0)+$/],
    ['/admin/customers?sort=spent&direction=asc&q=example&limit=3', 'spent', /^(0 )+12.5 30$/],
    ['/admin/customers?sort=points&limit=2', 'points', /^30 12( 0)+ -5$/],
    ['/admin/items?sort=name&limit=2', 'name', /^Alpha beta Gamma$/],
    ['/admin/items?sort=name&direction=desc&archived=all&limit=2', 'name', /^Unlisted Gamma beta Alpha$/],
    ['/admin/items?sort=price&limit=1', 'price', /^1 3 3$/],
    ['/admin/items?sort=price&direction=desc&archived=all&limit=1', 'price', /^3 3 2 1$/],
    ['/admin/items?sort=changed&limit=1', 'name', /^Alpha Gamma beta$/],
    ['/admin/items?sort=changed&archived=yes&limit=1', 'name', /^Unlisted$/],
    ['/admin/coupons?limit=2', 'code', /^GIFT WINTER AUTUMN SPRING$/],
    ['/admin/coupons?sort=code&limit=2', 'code', /^AUTUMN GIFT SPRING WINTER$/],
    ['/admin/coupons?sort=code&direction=desc&archived=all&limit=3', 'code', /^WINTER SPRING GIFT ENDED AUTUMN$/],
    ['/admin/coupons?sort=uses&limit=1', 'uses', /^2 2 1 0$/],
    ['/admin/coupons?sort=uses&direction=asc&archived=all&limit=1', 'uses', /^0 1 1 2 2$/],
    ['/admin/coupons?sort=valid&limit=1', 'code', /^WINTER SPRING (AUTUMN GIFT|GIFT AUTUMN)$/],
    ['/admin/coupons?sort=valid&direction=desc&limit=1', 'code', /^(AUTUMN GIFT|GIFT AUTUMN) SPRING WINTER$/],
    ['/admin/coupons?sort=code&q=gift&limit=1', 'code', /^GIFT GIFT7QK$/],
    ['/admin/coupons?sort=created&direction=asc&archived=yes&limit=1', 'code', /^ENDED$/],
    ['/admin/reviews?sort=stars&limit=1', 'stars', /^5 3 3 1$/],
    ['/admin/reviews?sort=stars&direction=asc&limit=3', 'stars', /^1 3 3 5$/],
    ['/admin/reviews?sort=written&limit=2', 'stars', /^5 3 3 1$/],
    ['/admin/reviews?direction=asc&limit=2', 'stars', /^1 3 3 5$/],
    ['/admin/payments?limit=1', 'payer', /^Cy Bo Al Di$/],
    ['/admin/payments?sort=received&limit=1', 'payer', /^Bo Al Di Cy$/],
    ['/admin/payments?sort=received&direction=asc&state=unassigned&limit=2', 'payer', /^Cy Al Bo$/],
    ['/admin/payments?sort=worth&limit=1', 'counted', /^30 20 20 7.5$/],
    ['/admin/payments?sort=worth&direction=asc&limit=1', 'counted', /^7.5 20 20 30$/],
    ['/admin/payments?sort=worth&state=unassigned&q=transfer&limit=1', 'counted', /^30 20 7.5$/],
    ['/admin/payments?sort=received&state=dismissed', 'payer', /^Di$/],
  ])('%s', async (path, pick, expected) => {
    const rows = await readAll(path, pick)
    expect(rows.join(' ')).toMatch(expected)
  })

  it('/admin/audit from its beginning, also when searched', async () => {
    for (const name of ['First', 'Second', 'Third']) {
      await server.call('POST', '/admin/categories', { name }, { token: mira.token })
    }
    for (const q of ['', '&q=category']) {
      const rows = (await readAll(`/admin/audit?direction=asc&limit=2${q}`, 'seq')) as number[]
      expect(rows.length).toBeGreaterThanOrEqual(3)
      expect(rows).toEqual(rows.toSorted((a, b) => a - b))
      expect(await readAll(`/admin/audit?limit=2${q}`, 'seq')).toEqual(rows.toReversed())
    }
  })

  it.each([
    '/admin/customers?sort=orders',
    '/admin/customers?sort=spent&cursor=WyJ0ZXh0IiwiaWQiXQ',
    '/admin/items?sort=name&direction=up',
    '/admin/coupons?sort=amount',
    '/admin/coupons?sort=uses&cursor=WyJ0ZXh0IiwiaWQiXQ',
    '/admin/reviews?sort=stars&cursor=WyJ0ZXh0IiwiaWQiXQ',
    '/admin/payments?sort=payer',
    '/admin/payments?sort=worth&cursor=WyJ0ZXh0IiwiaWQiXQ',
  ])('returns 400 for %s', async (path) => {
    expect((await server.call('GET', path, undefined, { token: mira.token })).status).toBe(400)
  })
})
