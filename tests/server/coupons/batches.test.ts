import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { coupons } from '../../../drizzle/schema.ts'
import type { CouponUse } from '../../../shared/coupons/staff-schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildCategory, buildCoupon, buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { listActions, type WireCategory, type WireCoupon, couponInput } from '../catalogue/staff-catalogue.ts'

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
beforeEach(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  ;[ada, mira] = [await buildUser(server, { firstName: 'Ada' }), await buildStaff(server)]
})
afterEach(() => server.close())

type WireUse = z.input<typeof CouponUse>
const call = <T = WireCoupon>(method: string, path: string, body?: unknown, by: TestUser = mira) =>
  server.call<T>(method, path, body, { token: by.token })
function batchInput(fields: Record<string, unknown> = {}) {
  const { code: _, usesLimit: _limit, usesPerCustomer: _each, ...terms } = couponInput()
  return { ...terms, prefix: 'VIP', count: 3, ...fields }
}
const create = async (fields: Record<string, unknown> = {}) =>
  (await call('POST', '/admin/coupons/batches', batchInput(fields))).body.data
const codesOf = (batch: WireCoupon) =>
  server.app.db.select().from(coupons).where(eq(coupons.batchId, batch._id)).orderBy(coupons.code)
const apply = async (couponId: string | null, by = ada) => {
  const order = await buildOrder(server, by)
  const response = await call('PATCH', `/checkout/${order._id}/apply-coupon`, { couponId }, by)
  return { order: order._id, status: response.status }
}

describe('a batch of personal codes', () => {
  it('is one coupon of the list, with as many codes as asked for, each of which can be used once', async () => {
    const colleague = await server.connect({ token: mira.token })
    const batch = await create({ count: 500, amount: 15, minTotal: 5, firstOrderOnly: true })
    expect(batch).toMatchObject({ code: 'VIP', batchSize: 500, usesLimit: 500, uses: 0, amount: 15, minTotal: 5 })
    const codes = await codesOf(batch)
    expect(new Set(codes.map(({ code }) => code)).size).toBe(500)
    for (const { code, usesLimit, amount, minTotal, firstOrderOnly } of codes) {
      expect(code).toMatch(/^VIP[2-9A-HJ-NP-Z]{10}$/)
      expect({ usesLimit, amount, minTotal, firstOrderOnly }).toEqual({
        usesLimit: 1,
        amount: 1500,
        minTotal: 500,
        firstOrderOnly: true,
      })
    }
    const list = await call<WireCoupon[]>('GET', '/admin/coupons')
    expect([list.body.data.map(({ code }) => code), list.body.totalCount]).toEqual([['VIP'], 1])
    const found = await call<WireCoupon[]>('GET', `/admin/coupons?q=${codes[7]!.code.toLowerCase()}`)
    expect(found.body.data).toMatchObject([{ _id: codes[7]!.id, batch: { _id: batch._id, code: 'VIP' } }])
    await waitFor(() => colleague.events().length > 0)
    expect(colleague.eventSummaries().filter((type) => type === 'coupon.changed')).toHaveLength(1)
    expect(await listActions(server)).toEqual(['coupon.create-batch'])
  })

  it('counts who used which code, live, and gives a code back with its order', async () => {
    const batch = await create()
    const [one, two] = await codesOf(batch)
    const colleague = await server.connect({ token: mira.token })
    const found = await call<{ _id: string }>('GET', `/coupons/${one!.code.toLowerCase()}`, undefined, ada)
    const { order } = await apply(found.body.data._id)
    expect((await apply(one!.id, await buildUser(server))).status).toBe(404)
    expect((await apply(batch._id)).status).toBe(404)
    expect((await call('GET', '/coupons/VIP', undefined, ada)).status).toBe(404)
    await apply(two!.id)

    const uses = await call<WireUse[]>('GET', `/admin/coupons/${batch._id}/uses?limit=1`)
    expect(uses.body).toMatchObject({ totalCount: 2, data: [{ code: two!.code, amount: 1 }] })
    const next = await call<WireUse[]>('GET', `/admin/coupons/${batch._id}/uses?cursor=${uses.body.nextCursor!}`)
    const use = { _id: order, code: one!.code, amount: 1, customer: { _id: ada.id, firstName: 'Ada' } }
    expect(next.body).toMatchObject({ nextCursor: null, data: [use] })
    const events = await waitFor(() => {
      const changes = colleague.events().filter(({ type }) => type === 'coupon.changed')
      return changes.length === 4 && changes
    })
    expect(events.map(({ data }) => data)).toMatchObject([
      { coupon: { _id: one!.id, uses: 1 }, use },
      { coupon: { _id: batch._id, uses: 1 }, use },
      { coupon: { _id: two!.id, uses: 1 } },
      { coupon: { _id: batch._id, uses: 2 } },
    ])

    await call('PATCH', `/checkout/${order}/cancel`, undefined, ada)
    expect((await call('GET', `/admin/coupons/${batch._id}`)).body.data.uses).toBe(1)
    const released = await waitFor(() => colleague.events().find(({ data }) => data.released === order))
    expect(released.data).toMatchObject({ coupon: { uses: 0 } })
    expect((await call('GET', `/admin/coupons/${batch._id}/uses`)).body.totalCount).toBe(1)
  })

  it('exports its codes with who used them', async () => {
    const sam = await buildUser(server, { firstName: '=cmd()', lastName: 'X', email: 'sam@example.com' })
    const batch = await create()
    const [one, ...others] = await codesOf(batch)
    const { order } = await apply(one!.id, sam)
    const { body } = await server.call<never>('GET', `/admin/coupons/${batch._id}/codes`, undefined, {
      token: mira.token,
      headers: { accept: 'application/json' },
    })
    const { name, text } = body as unknown as { name: string; text: string }
    expect(name).toBe('kade-coupons-vip.csv')
    const lines = text.slice(1).split('\r\n')
    expect(lines[0]).toBe('"Code","Used","Order","Customer","Email"')
    expect(lines[1]).toContain(`"#${order.slice(-6)}`.slice(0, 2))
    expect(lines[1]).toContain(`"'=cmd() X","sam@example.com"`)
    expect(lines.slice(2, 4)).toEqual(others.map(({ code }) => `"${code}","","","",""`))
    const single = await buildCoupon(server)
    expect((await call('GET', `/admin/coupons/${single.id}/codes`)).body.error).toBe('not_a_batch')
    for (const path of ['codes', 'uses']) {
      expect((await call('GET', `/admin/coupons/${batch._id}/${path}`, undefined, ada)).status).toBe(403)
      expect((await call('GET', `/admin/coupons/none/${path}`)).status).toBe(404)
    }
  })

  it('changes and ends with its codes, which have no life of their own', async () => {
    const category = await buildCategory(server)
    const batch = await create({ validCategory: category.id })
    const counts = await call<WireCategory>('GET', `/admin/categories/${category.id}`)
    expect(counts.body.data.couponCount, 'a batch counts as one coupon').toBe(1)
    const terms = { ...couponInput(), code: 'VIP', usesLimit: 3, amount: 25 }
    const changed = await call('PUT', `/admin/coupons/${batch._id}`, { ...terms, version: 1 })
    expect(changed.body.data).toMatchObject({ amount: 25, version: 2 })
    const [code] = await codesOf(batch)
    expect(code).toMatchObject({ amount: 2500, categoryId: null, usesLimit: 1 })
    for (const fixed of [{ code: 'VIQ' }, { usesLimit: 4 }, { usesPerCustomer: 1 }]) {
      expect((await call('PUT', `/admin/coupons/${batch._id}`, { ...terms, ...fixed })).body.error).toBe('batch_fixed')
    }
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      const body = method === 'PUT' ? terms : undefined
      expect((await call(method, `/admin/coupons/${code!.id}${path}`, body)).body.error).toBe('coupon_in_batch')
    }
    expect((await call('DELETE', `/admin/coupons/${batch._id}`)).body.message).toBe('Coupon ended')
    expect((await apply(code!.id)).status).toBe(404)
    await call('POST', `/admin/coupons/${batch._id}/restore`)
    expect((await apply(code!.id)).status).toBe(200)
  })

  it('is created once for a repeated key, and refused with a taken prefix or too many codes', async () => {
    await buildCoupon(server, { code: 'TAKEN' })
    expect((await call('POST', '/admin/coupons/batches', batchInput({ prefix: 'taken' }))).status).toBe(409)
    for (const [fields, message] of [
      [{ count: 501 }, 'The number of codes must be a whole number from 1 to 500'],
      [{ count: 0 }, 'The number of codes must be a whole number from 1 to 500'],
      [{ prefix: 'A-B' }, 'The prefix must be 2-16 characters: letters and numbers only'],
      [{ prefix: 'A'.repeat(17) }, 'The prefix must be 2-16 characters: letters and numbers only'],
    ] as const) {
      const { status, body } = await call('POST', '/admin/coupons/batches', batchInput(fields))
      expect([status, body.message]).toEqual([400, message])
    }
    const headers = { 'idempotency-key': 'one' }
    const send = () =>
      server.call<WireCoupon>('POST', '/admin/coupons/batches', batchInput(), { token: mira.token, headers })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect(await codesOf(first.body.data)).toHaveLength(3)
  })
})

describe('the terms of a coupon', () => {
  it('include a start before the expiry, a minimum and first orders, which a change without them keeps', async () => {
    const startsAt = '2026-01-01T00:00:00.000Z'
    const terms = couponInput({ startsAt, minTotal: 20, firstOrderOnly: true })
    const { body } = await call('POST', '/admin/coupons', terms)
    expect(body.data).toMatchObject({ startsAt, minTotal: 20, firstOrderOnly: true })
    const kept = await call('PUT', `/admin/coupons/${body.data._id}`, couponInput({ amount: 11 }))
    expect(kept.body.data).toMatchObject({ amount: 11, startsAt, minTotal: 20, firstOrderOnly: true })
    const none = { startsAt: null, minTotal: null, firstOrderOnly: false }
    const removed = await call('PUT', `/admin/coupons/${body.data._id}`, couponInput(none))
    expect(removed.body.data).toMatchObject(none)
    const late = couponInput({ startsAt: '2099-01-02T00:00:00Z', expiresAt: '2099-01-01T00:00:00Z' })
    expect((await call('PUT', `/admin/coupons/${body.data._id}`, late)).body.error).toBe('start_after_expiry')
    expect((await call('POST', '/admin/coupons', couponInput({ minTotal: 0 }))).status).toBe(400)
  })
})
