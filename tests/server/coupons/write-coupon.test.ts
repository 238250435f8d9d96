import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { coupons } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildCategory, buildCoupon, buildItem, buildOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'
import { actions, type WireCoupon, writtenCoupon } from './catalogue.ts'

let store: TestStore
let ada: Somebody
let mira: Somebody
beforeEach(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
})
afterEach(() => store.close())

const call = <T = WireCoupon>(method: string, path: string, body?: unknown, by: Somebody = mira) =>
  store.call<T>(method, path, body, { token: by.token })
const create = async (given: Record<string, unknown> = {}) =>
  (await call('POST', '/admin/coupons', writtenCoupon(given))).body.data
const apply = (order: string, couponId: string | null, by = ada) =>
  call('PATCH', `/checkout/${order}/apply-coupon`, { couponId }, by)
const soon = () => new Date(Date.now() + 60_000).toISOString()

describe('a coupon', () => {
  test('is made, told to staff alone, and can be used at once', async () => {
    const [colleague, customer] = [await store.follow({ token: mira.token }), await store.follow({ token: ada.token })]
    const item = await buildItem(store, { name: 'Cloud storage' })
    const expiresAt = soon()
    const coupon = await create({ code: ' spring26 ', validItem: item.id, expiresAt, usesLimit: 3, usesPerCustomer: 1 })
    expect(coupon).toEqual({
      _id: coupon._id,
      code: 'SPRING26',
      type: 'Percentage',
      amount: 10,
      validItem: item.id,
      validCategory: null,
      itemName: 'Cloud storage',
      categoryName: null,
      expiresAt,
      usesLimit: 3,
      usesPerCustomer: 1,
      uses: 0,
      archivedAt: null,
      createdAt: coupon.createdAt,
      version: coupon.version,
    })
    expect((await call('GET', '/coupons/spring26', undefined, ada)).body.data._id).toBe(coupon._id)
    const told = await until(() => colleague.events().find(({ type }) => type === 'coupon.changed'))
    expect(told).toMatchObject({ stream: 'staff', data: { coupon } })
    expect(customer.events()).toEqual([])
    expect(await actions(store)).toEqual(['coupon.create'])
  })

  const code = 'Code must be 2-32 characters: letters and numbers only'
  test.each([
    ['no code', { code: '' }, 400, code],
    ['a short code', { code: 'A' }, 400, code],
    ['a long code', { code: 'A'.repeat(33) }, 400, code],
    ['a code of signs', { code: 'SAVE-5' }, 400, code],
    ['a code of other letters', { code: 'SÄVE5' }, 400, code],
    ['nothing off', { amount: 0 }, 400, 'The amount must be above 0'],
    [
      'a part of a cent off',
      { type: 'Fixed', amount: 0.001 },
      400,
      'amount must be an amount in dollars, 0 or more, with at most 2 decimals.',
    ],
    [
      'less than nothing off',
      { amount: -5 },
      400,
      'amount must be an amount in dollars, 0 or more, with at most 2 decimals.',
    ],
    ['more than everything off', { amount: 100.01 }, 422, 'A percentage takes at most 100.'],
    ['another kind', { type: 'Free' }, 400, 'Type must be Percentage or Fixed'],
    ['no use', { usesLimit: 0 }, 400, 'The limit of uses must be a whole number from 1 to 1000000'],
    ['half a use', { usesPerCustomer: 0.5 }, 400, 'The limit for one customer must be a whole number from 1 to 1000'],
    ['an end that is past', { expiresAt: '2020-01-01T00:00:00.000Z' }, 422, 'The expiry must be in the future.'],
    ['an unknown item', { validItem: 'none' }, 422, 'This item is not on sale any more.'],
    ['an unknown category', { validCategory: 'none' }, 422, 'This category is not there any more.'],
    ['uses of its own', { uses: -5 }, 400, 'Unknown field: uses.'],
  ])('with %s is refused', async (_, given, status, message) => {
    const answer = await call('POST', '/admin/coupons', writtenCoupon(given))
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message })
    expect(await store.store.db.select().from(coupons)).toEqual([])
  })

  test('is tied to one thing at most', async () => {
    const [item, category] = [await buildItem(store), await buildCategory(store, 'Music')]
    const both = await call('POST', '/admin/coupons', writtenCoupon({ validItem: item.id, validCategory: category.id }))
    expect(both.body.error).toBe('two_scopes')
    expect((await create({ validCategory: category.id })).categoryName).toBe('Music')
  })

  test('takes the smallest and the largest amounts', async () => {
    expect((await create({ code: 'LEAST', amount: 0.01 })).amount).toBe(0.01)
    expect((await create({ code: 'MOST', amount: 100 })).amount).toBe(100)
    expect((await create({ code: 'CENT', type: 'Fixed', amount: 0.01 })).amount).toBe(0.01)
    expect((await create({ code: 'MUCH', type: 'Fixed', amount: 100_000 })).amount).toBe(100_000)
  })

  test('has a code of its own, whatever its case', async () => {
    const one = await create({ code: 'ONE' })
    const taken = await call('POST', '/admin/coupons', writtenCoupon({ code: 'one' }))
    expect(taken).toMatchObject({ status: 409, body: { message: 'There is a coupon ONE already.' } })
    await create({ code: 'TWO' })
    expect((await call('PUT', `/admin/coupons/${one._id}`, writtenCoupon({ code: 'TWO' }))).status).toBe(409)
    expect((await call('PUT', `/admin/coupons/${one._id}`, writtenCoupon({ code: 'ONE', amount: 5 }))).status).toBe(200)
  })

  test('that is changed is changed for the next order, and not for one that holds it', async () => {
    const coupon = await create()
    const order = await buildOrder(store, ada, { price: 1000 })
    await apply(order._id, coupon._id)
    await call('PUT', `/admin/coupons/${coupon._id}`, writtenCoupon({ amount: 50 }))
    const kept = await call<{ discountAmount: number }>('GET', `/checkout/${order._id}`, undefined, ada)
    expect(kept.body.data.discountAmount).toBe(1)
    const next = await buildOrder(store, ada, { price: 1000 })
    expect((await apply(next._id, coupon._id)).body.data).toMatchObject({ discountAmount: 5 })
    const low = await call('PUT', `/admin/coupons/${coupon._id}`, writtenCoupon({ usesLimit: 1 }))
    expect(low).toMatchObject({
      status: 422,
      body: { message: 'It was used 2 times already: the limit can’t be lower.' },
    })
    expect((await call('PUT', `/admin/coupons/${coupon._id}`, writtenCoupon({ usesLimit: 2 }))).status).toBe(200)
    const last = await buildOrder(store, ada)
    expect((await apply(last._id, coupon._id)).body.message).toBe('Invalid coupon')
  })

  test('that a colleague changed meanwhile is not written over, unless one says so', async () => {
    const ishara = await buildStaff(store)
    const read = await create()
    const path = `/admin/coupons/${read._id}`
    const theirs = (await call('PUT', path, writtenCoupon({ amount: 20, version: read.version }), ishara)).body.data
    expect(theirs).toMatchObject({ amount: 20, version: expect.not.stringMatching(`^${read.version}$`) })

    const mine = await call('PUT', path, writtenCoupon({ usesLimit: 3, version: read.version }))
    expect(mine).toMatchObject({
      status: 409,
      body: { error: 'coupon_changed', message: 'Somebody else changed this coupon. Nothing was saved.', data: theirs },
    })
    expect((await call('GET', path)).body.data).toEqual(theirs)
    expect(await actions(store)).toEqual(['coupon.create', 'coupon.change'])

    const kept = await call('PUT', path, writtenCoupon({ usesLimit: 3, version: theirs.version }))
    expect(kept).toMatchObject({ status: 200, body: { data: { amount: 10, usesLimit: 3 } } })
    expect((await call('PUT', path, writtenCoupon({ amount: 30 }))).body.data.amount).toBe(30)
  })

  test('is of another version when it is archived, and of the same when an order takes it', async () => {
    const read = await create()
    const order = await buildOrder(store, ada)
    await apply(order._id, read._id)
    const path = `/admin/coupons/${read._id}`
    const used = (await call('GET', path)).body.data
    expect([used.uses, used.version]).toEqual([1, read.version])
    expect((await call('PUT', path, writtenCoupon({ amount: 15, version: read.version }))).status).toBe(200)
    const { version } = (await call('GET', path)).body.data
    await call('DELETE', path)
    expect((await call('PUT', path, writtenCoupon({ amount: 25, version }))).body.error).toBe('coupon_changed')
  })

  test('that two change at once is changed by one of them', async () => {
    const ishara = await buildStaff(store)
    for (let round = 0; round < 10; round += 1) {
      const { _id, version } = await create({ code: `RACE${round}` })
      const change = (amount: number, by: Somebody) =>
        call('PUT', `/admin/coupons/${_id}`, writtenCoupon({ code: `RACE${round}`, amount, version }), by)
      const both = await Promise.all([change(20, mira), change(30, ishara)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const won = both.find(({ status }) => status === 200)!
      expect((await call('GET', `/admin/coupons/${_id}`)).body.data).toEqual(won.body.data)
    }
  })

  test('tells staff of its uses as orders take them and give them back', async () => {
    const coupon = await create()
    const other = await create({ code: 'OTHER' })
    const order = await buildOrder(store, ada)
    const colleague = await store.follow({ token: mira.token })
    await apply(order._id, coupon._id)
    await apply(order._id, other._id)
    await call('PATCH', `/checkout/${order._id}/cancel`, undefined, ada)
    const uses = () =>
      colleague.events().flatMap(({ type, data }) => {
        if (type !== 'coupon.changed') return []
        const told = data.coupon as WireCoupon
        return [`${told.code} ${told.uses}`]
      })
    await until(() => uses().length === 4)
    expect(uses()).toEqual(['SPRING26 1', 'SPRING26 0', 'OTHER 1', 'OTHER 0'])
  })
})

describe('ending a coupon', () => {
  test('deletes one that no order ever had', async () => {
    const coupon = await create()
    const colleague = await store.follow({ token: mira.token })
    expect((await call('DELETE', `/admin/coupons/${coupon._id}`)).body).toMatchObject({
      data: null,
      message: 'Coupon deleted',
    })
    const told = await until(() => colleague.events().find(({ type }) => type === 'coupon.removed'))
    expect(told).toMatchObject({ stream: 'staff', data: { _id: coupon._id } })
    expect((await call('GET', `/admin/coupons/${coupon._id}`)).status).toBe(404)
    expect(await actions(store)).toEqual(['coupon.create', 'coupon.delete'])
  })

  test('archives one that an order has, which keeps it', async () => {
    const coupon = await create()
    const order = await buildOrder(store, ada)
    await apply(order._id, coupon._id)
    const { body } = await call('DELETE', `/admin/coupons/${coupon._id}`)
    expect(body).toMatchObject({ message: 'Coupon archived', data: { uses: 1 } })
    expect((await call('GET', '/coupons/SPRING26', undefined, ada)).status).toBe(404)
    const paid = await call(
      'PATCH',
      `/checkout/${order._id}/mark-paid`,
      { paymentMethod: 'bank', discountAmount: 1 },
      ada,
    )
    expect(paid.status).toBe(200)
    expect((await call('DELETE', `/admin/coupons/${coupon._id}`)).body.error).toBe('coupon_archived')
    expect((await call('POST', `/admin/coupons/${coupon._id}/restore`)).body.data.archivedAt).toBeNull()
    expect((await call('GET', '/coupons/SPRING26', undefined, ada)).status).toBe(200)
    expect((await call('POST', `/admin/coupons/${coupon._id}/restore`)).body.error).toBe('coupon_in_use')
  })

  test('archives one that an order gave back', async () => {
    const coupon = await create()
    const order = await buildOrder(store, ada)
    await apply(order._id, coupon._id)
    await call('PATCH', `/checkout/${order._id}/cancel`, undefined, ada)
    expect((await call('DELETE', `/admin/coupons/${coupon._id}`)).body.message).toBe('Coupon archived')
  })
})

test('they are listed newest first, by their state and by part of a code', async () => {
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n)
  for (let n = 0; n < 5; n += 1) {
    await buildCoupon(store, { code: `LIST${n}`, createdAt: at(n), ...(n === 0 && { archivedAt: at(9) }) })
  }
  const codes = async (query: string) => {
    const { body } = await call<WireCoupon[]>('GET', `/admin/coupons${query}`)
    return { codes: body.data.map((one) => one.code), total: body.totalCount, next: body.nextCursor }
  }
  expect(await codes('')).toEqual({ codes: ['LIST4', 'LIST3', 'LIST2', 'LIST1'], total: 4, next: null })
  expect((await codes('?archived=yes')).codes).toEqual(['LIST0'])
  expect((await codes('?archived=all&q=ist2')).codes).toEqual(['LIST2'])
  const first = await codes('?archived=all&limit=3')
  expect(first).toMatchObject({ codes: ['LIST4', 'LIST3', 'LIST2'], total: 5 })
  expect((await codes(`?archived=all&limit=3&cursor=${first.next}`)).codes).toEqual(['LIST1', 'LIST0'])
})

test('nobody but staff may do any of it', async () => {
  const { id } = await buildCoupon(store, { code: 'KEPT' })
  for (const [method, path, body] of [
    ['GET', '/admin/coupons'],
    ['GET', `/admin/coupons/${id}`],
    ['POST', '/admin/coupons', writtenCoupon()],
    ['PUT', `/admin/coupons/${id}`, writtenCoupon()],
    ['DELETE', `/admin/coupons/${id}`],
    ['POST', `/admin/coupons/${id}/restore`],
  ] as const) {
    expect((await call(method, path, body, ada)).status).toBe(403)
    expect((await store.call(method, path, body)).status).toBe(401)
  }
  const [row] = await store.store.db.select().from(coupons).where(eq(coupons.id, id))
  expect(row!.code).toBe('KEPT')
})
