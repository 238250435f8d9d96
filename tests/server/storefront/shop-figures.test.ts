import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { noShopFigures } from '../../../shared/storefront/no-figures.ts'
import type { ShopFigures } from '../../../shared/storefront/schema.ts'
import { buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'
import { startTestServerWithPages } from '../../pages.ts'

let server: Awaited<ReturnType<typeof startTestServerWithPages>>
let mira: TestUser
beforeAll(async () => {
  server = await startTestServerWithPages()
  mira = await buildStaff(server, { firstName: 'Mira', lastName: 'Nair' })
})
afterAll(() => server.close())

const minuteMs = 60_000
let nowMs = Date.now()
const refresh = () => server.app.storefront.refresh(new Date((nowMs += minuteMs)))
const read = async () => (await server.call<ShopFigures>('GET', '/storefront/shop')).body.data
const openHome = async () => (await server.router.request('http://localhost/')).text()

/** A payment that took this long to check, `agoMinutes` before the job's next run. */
async function verifyPayment(checkMinutes: number, agoMinutes: number) {
  const customer = await buildUser(server, { firstName: 'Nimal', lastName: 'Perera' })
  const order = await buildVerifiedOrder(server, customer, mira)
  const verifiedAt = new Date(nowMs + minuteMs - agoMinutes * minuteMs)
  const paidAt = new Date(verifiedAt.getTime() - checkMinutes * minuteMs)
  await server.app.db.update(orders).set({ paidAt, verifiedAt }).where(eq(orders.id, order._id))
  return { customer, order }
}

it('shows nothing that isn’t so while the store has no history', async () => {
  await refresh()
  const { team, marks: _, ...figures } = await read()
  expect(figures).toEqual({ ...noShopFigures, team: undefined, marks: undefined })
  expect(team).toEqual([{ firstName: 'Mira', initials: 'MN' }])
  const about = await (await server.router.request('http://localhost/about')).text()
  expect(about).toMatch(/Who checks your payment[^]*Mira/)
  const html = await openHome()
  expect(html).toContain('checked before delivery')
  expect(html).not.toMatch(/typical check|Verified purchase/)
})

it('counts verified payments, their median check and the last one, and renders the home page again', async () => {
  for (const minutes of [3, 4, 5, 6, 12, 20, 30, 40, 50]) await verifyPayment(minutes, 200)
  await refresh()
  expect(await read()).toMatchObject({ checkMinutes: null, verifiedInMonth: 9, lastVerifiedMinutes: null })
  await verifyPayment(12, 6)
  await refresh()
  expect(await read()).toMatchObject({ checkMinutes: 12, verifiedInMonth: 10, lastVerifiedMinutes: 6 })
  expect((await openHome()).replaceAll('<!-- -->', '')).toContain('6\u00a0min\u00a0ago')
  server.rendered.length = 0
  await openHome()
  expect(server.rendered).toEqual([])
  await refresh()
  expect((await openHome()).replaceAll('<!-- -->', '')).toContain('7\u00a0min\u00a0ago')
})

it('says when the last payment was verified for an hour, and renders the pages again without it once', async () => {
  const open = async () => [await openHome(), await (await server.router.request('http://localhost/about')).text()]
  nowMs += 52 * minuteMs
  await refresh()
  expect(await read()).toMatchObject({ lastVerifiedMinutes: 60 })
  for (const html of await open()) expect(html).toContain('last payment verified')
  await refresh()
  expect(await read()).toMatchObject({ lastVerifiedMinutes: null })
  server.rendered.length = 0
  for (const html of await open()) {
    expect(html).toContain('typical check')
    expect(html).toMatch(/on transfers/)
    expect(html).not.toContain('last payment verified')
  }
  expect(server.rendered).toEqual(['/', '/about'])
  await refresh()
  await open()
  expect(server.rendered).toEqual(['/', '/about'])
})

it('shows three verified purchases of different people without a sentence in common, those that speak of paying first', async () => {
  const texts = [
    'Works on every device that I have, without a single hiccup so far.',
    'Paid by bank transfer at noon. Had my log-in before one.',
    'The family profile is a joy, and the children agree about it.',
    'Short',
    'Paid by bank transfer, and it arrived within the hour.',
    'Watched it go from paid to verified. Had my log-in before one!',
  ]
  const write = async (text: string, isBuyer: boolean) => {
    const { customer, order } = await verifyPayment(5, 5)
    if (isBuyer) await server.call('PATCH', `/admin/orders/${order._id}/complete`, {}, { token: mira.token })
    const body = { item: order.items[0]!.item, stars: 5, description: text }
    expect((await server.call('POST', '/reviews', body, { token: customer.token })).status).toBe(200)
  }
  for (const text of [texts[4]!, texts[0]!]) await write(text, true)
  await write('Paid by card elsewhere, and never bought anything in this shop.', false)
  await refresh()
  expect((await read()).reviews).toEqual([])
  await write(texts[1]!, true)
  await refresh()
  expect((await read()).reviews.map(({ text }) => text)).toEqual([texts[1], texts[0], texts[4]])
  for (const text of [texts[2]!, texts[3]!, texts[5]!]) await write(text, true)
  await refresh()
  const { reviews } = await read()
  expect(reviews.map(({ text }) => text)).toEqual([texts[1], texts[2], texts[0]])
  expect(reviews[0]).toMatchObject({ name: 'Nimal P.', stars: 5 })
  expect(await openHome()).toContain('Verified purchase')
})
