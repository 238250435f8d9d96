import { describe, expect, it } from 'vitest'
import { matches, setStaffOrders, sortOf, staffOrdersKey } from '../../../../client/orders/staff/store.ts'
import type { StaffOrder } from '../../../../shared/orders/staff-schema.ts'
import { afterEvents, onlyPage, stateWith } from '../../apply-events.ts'
import { at, buildEvent, buildStaffOrder } from '../../build.ts'

const counts = { counts: { pending: 3, paid: 2, verified: 0, failed: 0, cancelled: 0, refunded: 0 }, toDeliver: 4 }
const buildPaid = (number: number) =>
  buildStaffOrder({ _id: `o${number}`, paymentStatus: 'paid', paidAt: at + number, createdAt: at - number })
const orderChanged = (seq: number, order: StaffOrder) =>
  buildEvent('staff', seq, 'order.changed', { order, change: 'paid' })

describe('the payment queue', () => {
  const queue = { paymentStatus: 'paid' } as const
  const key = staffOrdersKey(queue)
  const loaded = stateWith((draft) =>
    setStaffOrders(draft, queue, { ...onlyPage([buildPaid(1), buildPaid(3)]), ...counts }),
  )

  it('adds a paid order by how long it has been waiting', () => {
    const { staffOrders } = afterEvents(loaded, orderChanged(1, buildPaid(2)))
    expect(staffOrders.lists[key]).toMatchObject({ ids: ['o1', 'o2', 'o3'], totalCount: 3, nextCursor: null })
  })

  it('removes a verified order and adjusts the counts', () => {
    const verified = { ...buildPaid(1), paymentStatus: 'verified', orderStatus: 'processing' } as const
    const { staffOrders } = afterEvents(loaded, orderChanged(1, verified))
    expect(staffOrders.lists[key]!.ids).toEqual(['o3'])
    expect(staffOrders.counts).toMatchObject({ paid: 1, verified: 1 })
    expect(staffOrders.toDeliver).toBe(5)
    expect(staffOrders.countsVersion).toBe(1)
  })

  it('keeps the place of an order that a colleague claims', () => {
    const checking = { name: 'Mira', since: at, until: at + 1 }
    const claimed = { ...buildPaid(1), checking, checkingBy: 'u7' }
    const { staffOrders } = afterEvents(loaded, orderChanged(1, claimed))
    expect([staffOrders.lists[key]!.ids, staffOrders.byId.o1!.checking]).toEqual([['o1', 'o3'], checking])
    expect(staffOrders.countsVersion).toBe(0)
  })
})

describe('the delivery queue', () => {
  const queue = { paymentStatus: 'verified', orderStatus: 'processing' } as const
  const key = staffOrdersKey(queue)
  const buildVerified = (number: number) =>
    buildStaffOrder({
      _id: `o${number}`,
      ...queue,
      paidAt: at - number,
      verifiedAt: at + number,
      createdAt: at + number,
    })
  const loaded = stateWith((draft) =>
    setStaffOrders(draft, queue, { ...onlyPage([buildVerified(1), buildVerified(3)]), ...counts }),
  )

  it('adds a verified order by how long it has been verified', () => {
    const { staffOrders } = afterEvents(loaded, orderChanged(1, buildVerified(2)))
    expect(staffOrders.lists[key]).toMatchObject({ ids: ['o1', 'o2', 'o3'], totalCount: 3 })
    expect(staffOrders.countsVersion).toBe(1)
  })

  it('removes a completed order and adjusts its count', () => {
    const { staffOrders } = afterEvents(loaded, orderChanged(1, { ...buildVerified(1), orderStatus: 'completed' }))
    expect([staffOrders.lists[key]!.ids, staffOrders.toDeliver]).toEqual([['o3'], 3])
    expect(staffOrders.counts).toEqual(counts.counts)
    expect(staffOrders.countsVersion).toBe(1)
  })
})

describe('order lists', () => {
  const [pending, search] = [{ paymentStatus: 'pending' } as const, { q: 'ada' }]
  const order = buildStaffOrder({ _id: 'o5' })
  const loaded = stateWith((draft) => {
    setStaffOrders(draft, pending, { ...onlyPage([order]), ...counts })
    setStaffOrders(draft, search, { ...onlyPage([order]), ...counts })
  })

  it('removes an order that no longer matches the filter', () => {
    const { lists } = afterEvents(loaded, orderChanged(1, { ...order, paymentStatus: 'paid', paidAt: at })).staffOrders
    expect(lists[staffOrdersKey(pending)]!.ids).toEqual([])
    expect(lists[staffOrdersKey(search)]!.ids).toEqual(['o5'])
  })

  it('does not add a new order to a search', () => {
    const { lists } = afterEvents(loaded, orderChanged(1, buildPaid(6))).staffOrders
    expect(lists[staffOrdersKey(search)]!.ids).toEqual(['o5'])
  })

  it('loads a search again when an order may newly belong to it, and not for each change of one', () => {
    const queueSearch = { paymentStatus: 'paid', q: 'ada' } as const
    const searched = stateWith((draft) =>
      setStaffOrders(draft, queueSearch, { ...onlyPage([buildPaid(1)]), ...counts }),
    )
    const versionAfter = (order: StaffOrder) => afterEvents(searched, orderChanged(1, order)).staffOrders.searchVersion
    expect(versionAfter(buildPaid(2))).toBe(1)
    expect(versionAfter({ ...buildPaid(1), checkingBy: 'u7' })).toBe(0)
    expect(versionAfter({ ...buildPaid(1), paymentStatus: 'verified' })).toBe(0)
    expect(versionAfter(order)).toBe(0)
  })
})

describe('a filtered list', () => {
  const day = Date.parse('2026-01-20')
  const order = buildStaffOrder({
    paymentStatus: 'verified',
    paymentMethod: 'bank',
    total: 2000,
    coupon: 'c1',
    couponCode: 'SPRING',
    referenceReused: true,
    createdAt: day,
    verifiedAt: day,
  })

  it.each([
    [{ paymentMethod: 'bank' }, { paymentMethod: 'crypto' }],
    [{ from: '2026-01-20', to: '2026-01-20' }, { from: '2026-01-21' }],
    [{ to: '2026-01-20' }, { to: '2026-01-19' }],
    [{ minTotal: 2000, maxTotal: 2000 }, { minTotal: 2001 }],
    [{ coupon: 'c1' }, { coupon: 'c2' }],
    [{ coupon: 'spring' }, { coupon: 'spr' }],
    [{ sort: 'verified' }, { sort: 'verified', maxTotal: 1 }],
  ] as const)('has an order with %j, and not with %j', (filter, other) => {
    expect(matches(filter, order)).toBe(true)
    expect(matches(other, order)).toBe(false)
  })

  it('leaves out an order without what is asked for', () => {
    expect(matches({ reused: '1' }, order)).toBe(true)
    const withItem = { ...order, items: [{ item: 'i1' }] as unknown as StaffOrder['items'] }
    expect(matches({ item: 'i1' }, withItem)).toBe(true)
    expect(matches({ item: 'i1' }, order)).toBe(false)
    expect(matches({ reused: '1' }, { ...order, referenceReused: false })).toBe(false)
    expect(matches({ sort: 'verified' }, { ...order, verifiedAt: null })).toBe(false)
    expect(matches({ coupon: 'c1' }, { ...order, paymentStatus: 'cancelled' })).toBe(false)
  })

  it('is sorted as the server sorts', () => {
    const [early, late] = [
      { ...order, _id: 'a', createdAt: 1, verifiedAt: 9 },
      { ...order, _id: 'b', createdAt: 2, verifiedAt: 8 },
    ]
    expect([early, late].toSorted(sortOf({}))).toEqual([late, early])
    expect([late, early].toSorted(sortOf({ direction: 'asc' }))).toEqual([early, late])
    expect([late, early].toSorted(sortOf({ sort: 'verified' }))).toEqual([early, late])
    expect([early, late].toSorted(sortOf({ orderStatus: 'processing' }))).toEqual([late, early])
    expect([late, early].toSorted(sortOf({ orderStatus: 'processing', sort: 'placed' }))).toEqual([late, early])
  })
})
