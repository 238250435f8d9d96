import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ShopFigures } from '../../../shared/storefront/schema.ts'
import { orders } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser, buildVerifiedOrder } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()), openTimeoutMs)
afterAll(() => server.close())

it(
  'computes the figures of the home page, and keeps the key of those that stay the same',
  async () => {
    const mira = await buildStaff(server, { firstName: 'Mira', lastName: 'Nair' })
    for (let i = 0; i < 4; i += 1) {
      const customer = await buildUser(server, { firstName: 'Ada', lastName: 'Silva' })
      const order = await buildVerifiedOrder(server, customer, mira)
      await server.call('PATCH', `/admin/orders/${order._id}/complete`, {}, { token: mira.token })
      const review = {
        item: order.items[0]!.item,
        stars: i === 3 ? 4 : 5,
        description:
          i === 3
            ? 'My payment was checked in minutes. I could do with fewer reminders.'
            : `Paid by transfer, and it was ready within the hour. ${i}`,
      }
      await server.call('POST', '/reviews', review, { token: customer.token })
    }
    const verifiedAt = new Date(Date.now() - 3 * 3_600_000)
    await server.app.db.update(orders).set({ verifiedAt, paidAt: new Date(verifiedAt.getTime() - 12 * 60_000) })
    const now = Date.now()
    await server.app.storefront.refresh(new Date(now + 60_000))
    const { body } = await server.call<ShopFigures>('GET', '/storefront/shop')
    expect(body.data).toMatchObject({ checkMinutes: null, verifiedInMonth: 4, lastVerifiedMinutes: null })
    expect(body.data.rating).toEqual({ average: 4.8, count: 4 })
    expect(body.data.reviews.map(({ stars }) => stars)).toEqual([5, 5, 4])
    expect(body.data.reviews.map(({ name }) => name)).toEqual(['Ada S.', 'Ada S.', 'Ada S.'])
    expect(body.data.team).toEqual([{ firstName: 'Mira', initials: 'MN' }])
    expect(body.data.marks).toHaveLength(4)
    const { shopKey, version } = server.app.storefront.current()
    await server.app.storefront.refresh(new Date(now + 120_000))
    expect(server.app.storefront.current()).toMatchObject({ shopKey, version })
  },
  openTimeoutMs,
)
