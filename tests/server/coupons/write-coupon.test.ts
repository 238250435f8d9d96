import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { audit, coupons, items } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildCategory, buildCoupon, buildItem, buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { listActions, type WireCategory, type WireCoupon, couponInput } from '../catalogue/staff-catalogue.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeEach(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterEach(() => server.close())

const call = <T = WireCoupon>(method: string, path: string, body?: unknown, by: TestUser = mira) =>
  server.call<T>(method, path, body, { token: by.token })
const create = async (fields: Record<string, unknown> = {}) =>
  (await call('POST', '/admin/coupons', couponInput(fields))).body.data
const apply = (order: string, couponId: string | null, by = ada) =>
  call('PATCH', `/checkout/${order}/apply-coupon`, { couponId }, by)
const soon = () => new Date(Date.now() + 60_000).toISOString()

describe('creating a coupon', () => {
  it('makes it usable at once and publishes it to staff only', async () => {
    const [colleague, customer] = [
      await server.connect({ token: mira.token }),
      await server.connect({ token: ada.token }),
    ]
    const item = await buildItem(server, { name: 'Cloud storage' })
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
      minTotal: null,
      firstOrderOnly: false,
      startsAt: null,
      expiresAt,
      batchSize: null,
      batch: null,
      usesLimit: 3,
      usesPerCustomer: 1,
      uses: 0,
      archivedAt: null,
      createdAt: coupon.createdAt,
      version: 1,
    })
    expect((await call('GET', '/coupons/spring26', undefined, ada)).body.data._id).toBe(coupon._id)
    const event = await waitFor(() => colleague.events().find(({ type }) => type === 'coupon.changed'))
    expect(event).toMatchObject({ stream: 'staff', data: { coupon } })
    expect(customer.events()).toEqual([])
    expect(await listActions(server)).toEqual(['coupon.create'])
  })

  const codeError = 'Code must be 2-32 characters: letters and numbers only'
  it.each([
    ['an empty code', { code: '' }, 400, codeError],
    ['a short code', { code: 'A' }, 400, codeError],
    ['a long code', { code: 'A'.repeat(33) }, 400, codeError],
    ['punctuation in the code', { code: 'SAVE-5' }, 400, codeError],
    ['a non-ASCII letter in the code', { code: 'SÄVE5' }, 400, codeError],
    ['an amount of 0', { amount: 0 }, 400, 'The amount must be more than 0'],
    [
      'a fraction of a cent',
      { type: 'Fixed', amount: 0.001 },
      400,
      'amount must be an amount in dollars, 0 or more, with at most 2 decimals.',
    ],
    [
      'a negative amount',
      { amount: -5 },
      400,
      'amount must be an amount in dollars, 0 or more, with at most 2 decimals.',
    ],
    ['more than 100 percent', { amount: 100.01 }, 422, 'A percentage can be at most 100.'],
    ['an unknown type', { type: 'Free' }, 400, 'Type must be Percentage or Fixed'],
    ['a usage limit of 0', { usesLimit: 0 }, 400, 'The limit on total uses must be a whole number from 1 to 1,000,000'],
    [
      'a fractional limit per customer',
      { usesPerCustomer: 0.5 },
      400,
      'The limit per customer must be a whole number from 1 to 1,000',
    ],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }, 422, 'The expiry must be in the future.'],
    ['an unknown item', { validItem: 'none' }, 422, 'This item is no longer available.'],
    ['an unknown category', { validCategory: 'none' }, 422, 'This category no longer exists.'],
    ['an unknown field', { uses: -5 }, 400, 'Unknown field: uses.'],
  ])('rejects %s', async (_, fields, status, message) => {
    const response = await call('POST', '/admin/coupons', couponInput(fields))
    expect({ status: response.status, message: response.body.message }).toEqual({ status, message })
    expect(await server.app.db.select().from(coupons)).toEqual([])
  })

  it('rejects a coupon limited to both an item and a category', async () => {
    const [item, category] = [await buildItem(server), await buildCategory(server, 'Music')]
    const both = await call('POST', '/admin/coupons', couponInput({ validItem: item.id, validCategory: category.id }))
    expect(both.body.error).toBe('two_scopes')
    expect((await create({ validCategory: category.id })).categoryName).toBe('Music')
  })

  it('accepts the smallest and the largest amounts', async () => {
    expect((await create({ code: 'MIN', amount: 0.01 })).amount).toBe(0.01)
    expect((await create({ code: 'MAX', amount: 100 })).amount).toBe(100)
    expect((await create({ code: 'CENT', type: 'Fixed', amount: 0.01 })).amount).toBe(0.01)
    expect((await create({ code: 'MUCH', type: 'Fixed', amount: 100_000 })).amount).toBe(100_000)
  })

  it('returns 409 when the code is taken, in any case', async () => {
    const one = await create({ code: 'ONE' })
    const taken = await call('POST', '/admin/coupons', couponInput({ code: 'one' }))
    expect(taken).toMatchObject({ status: 409, body: { message: 'A coupon with the code ONE already exists.' } })
    await create({ code: 'TWO' })
    const renamed = await call('PUT', `/admin/coupons/${one._id}`, couponInput({ code: 'TWO' }))
    expect(renamed).toMatchObject({ status: 409, body: { error: 'coupon_exists' } })
    expect((await call('PUT', `/admin/coupons/${one._id}`, couponInput({ code: 'ONE', amount: 5 }))).status).toBe(200)
  })
})

describe('changing a coupon', () => {
  it('affects later orders but not those that already use it', async () => {
    const coupon = await create()
    const order = await buildOrder(server, ada, { price: 1000 })
    await apply(order._id, coupon._id)
    await call('PUT', `/admin/coupons/${coupon._id}`, couponInput({ amount: 50 }))
    const earlier = await call<{ discountAmount: number }>('GET', `/checkout/${order._id}`, undefined, ada)
    expect(earlier.body.data.discountAmount).toBe(1)
    const next = await buildOrder(server, ada, { price: 1000 })
    expect((await apply(next._id, coupon._id)).body.data).toMatchObject({ discountAmount: 5 })
    const low = await call('PUT', `/admin/coupons/${coupon._id}`, couponInput({ usesLimit: 1 }))
    expect(low).toMatchObject({
      status: 422,
      body: { message: 'It was used 2 times already: the limit can’t be lower.' },
    })
    expect((await call('PUT', `/admin/coupons/${coupon._id}`, couponInput({ usesLimit: 2 }))).status).toBe(200)
    const last = await buildOrder(server, ada)
    expect((await apply(last._id, coupon._id)).body.message).toBe('Invalid coupon')
  })

  it('returns 409 with the current coupon when a colleague changed it, and overwrites it without a version', async () => {
    const ishara = await buildStaff(server)
    const read = await create()
    const path = `/admin/coupons/${read._id}`
    const theirs = (await call('PUT', path, couponInput({ amount: 20, version: read.version }), ishara)).body.data
    expect(theirs).toMatchObject({ amount: 20, version: read.version + 1 })

    const mine = await call('PUT', path, couponInput({ usesLimit: 3, version: read.version }))
    expect(mine).toMatchObject({
      status: 409,
      body: { error: 'coupon_changed', message: 'Someone else changed this coupon. Nothing was saved.', data: theirs },
    })
    expect((await call('GET', path)).body.data).toEqual(theirs)
    expect(await listActions(server)).toEqual(['coupon.create', 'coupon.change'])

    const saved = await call('PUT', path, couponInput({ usesLimit: 3, version: theirs.version }))
    expect(saved).toMatchObject({ status: 200, body: { data: { amount: 10, usesLimit: 3, version: 3 } } })
    expect((await call('PUT', path, couponInput({ amount: 30 }))).body.data.amount).toBe(30)
  })

  it('changes the version when the coupon is archived, but not when an order uses it', async () => {
    const read = await create()
    const order = await buildOrder(server, ada)
    await apply(order._id, read._id)
    const path = `/admin/coupons/${read._id}`
    const used = (await call('GET', path)).body.data
    expect([used.uses, used.version]).toEqual([1, read.version])
    expect((await call('PUT', path, couponInput({ amount: 15, version: read.version }))).status).toBe(200)
    const { version } = (await call('GET', path)).body.data
    await call('DELETE', path)
    expect((await call('PUT', path, couponInput({ amount: 25, version }))).body.error).toBe('coupon_changed')
  })

  it('lets one of two concurrent changes win', async () => {
    const ishara = await buildStaff(server)
    for (let round = 0; round < 10; round += 1) {
      const { _id, version } = await create({ code: `RACE${round}` })
      const change = (amount: number, by: TestUser) =>
        call('PUT', `/admin/coupons/${_id}`, couponInput({ code: `RACE${round}`, amount, version }), by)
      const both = await Promise.all([change(20, mira), change(30, ishara)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const won = both.find(({ status }) => status === 200)!
      expect((await call('GET', `/admin/coupons/${_id}`)).body.data).toEqual(won.body.data)
    }
  })

  it('publishes the uses to staff as orders reserve and release them', async () => {
    const coupon = await create()
    const other = await create({ code: 'OTHER' })
    const order = await buildOrder(server, ada)
    const colleague = await server.connect({ token: mira.token })
    await apply(order._id, coupon._id)
    await apply(order._id, other._id)
    await call('PATCH', `/checkout/${order._id}/cancel`, undefined, ada)
    const uses = () =>
      colleague.events().flatMap(({ type, data }) => {
        if (type !== 'coupon.changed') return []
        const { code, uses } = data.coupon as WireCoupon
        return [`${code} ${uses}`]
      })
    await waitFor(() => uses().length === 4)
    expect(uses()).toEqual(['SPRING26 1', 'SPRING26 0', 'OTHER 1', 'OTHER 0'])
  })
})

it('returns 404 for an unknown coupon', async () => {
  for (const [method, path, body] of [
    ['GET', '/admin/coupons/none'],
    ['PUT', '/admin/coupons/none', couponInput()],
    ['DELETE', '/admin/coupons/none'],
    ['POST', '/admin/coupons/none/restore'],
  ] as const) {
    expect(await call(method, path, body)).toMatchObject({ status: 404, body: { message: 'Coupon not found' } })
  }
})

it('keeps an item that was archived since, but accepts no other archived item', async () => {
  const [item, other] = [await buildItem(server), await buildItem(server)]
  const coupon = await create({ validItem: item.id })
  await server.app.db.update(items).set({ archivedAt: new Date() })
  const path = `/admin/coupons/${coupon._id}`
  expect((await call('PUT', path, couponInput({ validItem: item.id, amount: 5 }))).body.data.amount).toBe(5)
  expect((await call('PUT', path, couponInput({ validItem: other.id }))).body.error).toBe('no_such_item')
})

it('publishes the categories it is limited to, because their coupon counts change', async () => {
  const [music, films] = [await buildCategory(server, 'Music'), await buildCategory(server, 'Films')]
  const colleague = await server.connect({ token: mira.token })
  const published = () =>
    colleague.events().flatMap(({ type, data }) => {
      if (type !== 'staff.category.changed') return []
      const { name, couponCount } = data.category as WireCategory
      return [`${name} ${couponCount}`]
    })
  const coupon = await create({ validCategory: music.id })
  await expect.poll(published).toEqual(['Music 1'])
  await call('PUT', `/admin/coupons/${coupon._id}`, couponInput({ validCategory: films.id }))
  await expect.poll(published).toEqual(['Music 1', 'Music 0', 'Films 1'])
  await call('DELETE', `/admin/coupons/${coupon._id}`)
  await expect.poll(published).toEqual(['Music 1', 'Music 0', 'Films 1', 'Films 0'])
})

it('records the terms before and after each change in the audit log', async () => {
  const expiresAt = soon()
  const { _id } = await create({ expiresAt, usesLimit: 3 })
  await call('PUT', `/admin/coupons/${_id}`, couponInput({ amount: 20 }))
  await server.app.db.update(coupons).set({ uses: 1 }).where(eq(coupons.id, _id))
  await call('DELETE', `/admin/coupons/${_id}`)
  const created = {
    code: 'SPRING26',
    type: 'Percentage',
    amount: 1000,
    itemId: null,
    categoryId: null,
    startsAt: null,
    expiresAt,
    minTotal: null,
    firstOrderOnly: false,
    batchSize: null,
    usesLimit: 3,
    usesPerCustomer: null,
    uses: 0,
    archivedAt: null,
  }
  const changed = { ...created, amount: 2000, expiresAt: null, usesLimit: null }
  const rows = await server.app.db.select().from(audit).orderBy(asc(audit.seq))
  expect(
    rows.map(({ actorId, action, subject, subjectId, before, after }) => [
      actorId,
      action,
      subject,
      subjectId,
      before,
      after,
    ]),
  ).toEqual([
    [mira.id, 'coupon.create', 'coupon', _id, null, created],
    [mira.id, 'coupon.change', 'coupon', _id, created, changed],
    [mira.id, 'coupon.delete', 'coupon', _id, { ...changed, uses: 1 }, null],
  ])
})

describe('removing a coupon', () => {
  it('deletes a coupon that no order ever used', async () => {
    const coupon = await create()
    const colleague = await server.connect({ token: mira.token })
    expect((await call('DELETE', `/admin/coupons/${coupon._id}`)).body).toMatchObject({
      data: null,
      message: 'Coupon deleted',
    })
    const event = await waitFor(() => colleague.events().find(({ type }) => type === 'coupon.removed'))
    expect(event).toMatchObject({ stream: 'staff', data: { _id: coupon._id } })
    expect((await call('GET', `/admin/coupons/${coupon._id}`)).status).toBe(404)
    expect(await listActions(server)).toEqual(['coupon.create', 'coupon.delete'])
  })

  it('archives a coupon that an order uses, and the order keeps its discount', async () => {
    const coupon = await create()
    const order = await buildOrder(server, ada)
    await apply(order._id, coupon._id)
    const { body } = await call('DELETE', `/admin/coupons/${coupon._id}`)
    expect(body).toMatchObject({ message: 'Coupon ended', data: { uses: 1 } })
    const [archiving] = await server.app.db.select().from(audit).where(eq(audit.action, 'coupon.archive'))
    expect(archiving).toMatchObject({ before: { archivedAt: null }, after: { archivedAt: body.data.archivedAt } })
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

  it('archives a coupon that an order released', async () => {
    const coupon = await create()
    const order = await buildOrder(server, ada)
    await apply(order._id, coupon._id)
    await call('PATCH', `/checkout/${order._id}/cancel`, undefined, ada)
    expect((await call('DELETE', `/admin/coupons/${coupon._id}`)).body.message).toBe('Coupon ended')
  })
})

it('lists coupons newest first, filtered by state and part of the code', async () => {
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n)
  for (let n = 0; n < 5; n += 1) {
    await buildCoupon(server, { code: `LIST${n}`, createdAt: at(n), ...(n === 0 && { archivedAt: at(9) }) })
  }
  const codes = async (query: string) => {
    const { body } = await call<WireCoupon[]>('GET', `/admin/coupons${query}`)
    return { codes: body.data.map((coupon) => coupon.code), total: body.totalCount, next: body.nextCursor }
  }
  expect(await codes('')).toEqual({ codes: ['LIST4', 'LIST3', 'LIST2', 'LIST1'], total: 4, next: null })
  expect((await codes('?archived=yes')).codes).toEqual(['LIST0'])
  expect((await codes('?archived=all&q=%20ist2%20')).codes).toEqual(['LIST2'])
  expect((await codes('?archived=all&q=%20')).total).toBe(5)
  const first = await codes('?archived=all&limit=3')
  expect(first).toMatchObject({ codes: ['LIST4', 'LIST3', 'LIST2'], total: 5 })
  expect((await codes(`?archived=all&limit=3&cursor=${first.next}`)).codes).toEqual(['LIST1', 'LIST0'])
})

it('allows staff only', async () => {
  const { id } = await buildCoupon(server, { code: 'STAFFONLY' })
  for (const [method, path, body] of [
    ['GET', '/admin/coupons'],
    ['GET', `/admin/coupons/${id}`],
    ['POST', '/admin/coupons', couponInput()],
    ['PUT', `/admin/coupons/${id}`, couponInput()],
    ['DELETE', `/admin/coupons/${id}`],
    ['POST', `/admin/coupons/${id}/restore`],
  ] as const) {
    expect((await call(method, path, body, ada)).status).toBe(403)
    expect((await server.call(method, path, body)).status).toBe(401)
  }
  const [row] = await server.app.db.select().from(coupons).where(eq(coupons.id, id))
  expect(row!.code).toBe('STAFFONLY')
})
