import { describe, expect, it } from 'vitest'
import { setQueue, setStaffOrders, staffOrdersKey } from '../../../../client/orders/staff/store.ts'
import type { StaffOrder } from '../../../../shared/orders/staff-schema.ts'
import { afterEvents, onlyPage, stateWith } from '../../apply-events.ts'
import { at, buildEvent, buildStaffOrder } from '../../build.ts'

const counts = { pending: 3, paid: 2, verified: 0, failed: 0, cancelled: 0, refunded: 0 }
const buildPaid = (number: number) =>
  buildStaffOrder({ _id: `o${number}`, paymentStatus: 'paid', paidAt: at + number, createdAt: at - number })
const orderChanged = (seq: number, order: StaffOrder) =>
  buildEvent('staff', seq, 'order.changed', { order, change: 'paid' })

describe('the payment queue', () => {
  const loaded = stateWith((draft) => setQueue(draft, { ...onlyPage([buildPaid(1), buildPaid(3)]), counts }))

  it('adds a paid order by how long it has been waiting', () => {
    const { staffOrders } = afterEvents(loaded, orderChanged(1, buildPaid(2)))
    expect(staffOrders.queue).toMatchObject({ ids: ['o1', 'o2', 'o3'], totalCount: 3, nextCursor: null })
  })

  it('removes a verified order and adjusts the counts', () => {
    const verified = { ...buildPaid(1), paymentStatus: 'verified', orderStatus: 'processing' } as const
    const { staffOrders } = afterEvents(loaded, orderChanged(1, verified))
    expect(staffOrders.queue!.ids).toEqual(['o3'])
    expect(staffOrders.counts).toMatchObject({ paid: 1, verified: 1 })
    expect(staffOrders.countsVersion).toBe(1)
  })

  it('keeps the place of an order that a colleague claims', () => {
    const checking = { name: 'Mira', since: at, until: at + 1 }
    const claimed = { ...buildPaid(1), checking, checkingBy: 'u7' }
    const { staffOrders } = afterEvents(loaded, orderChanged(1, claimed))
    expect([staffOrders.queue!.ids, staffOrders.byId.o1!.checking]).toEqual([['o1', 'o3'], checking])
    expect(staffOrders.countsVersion).toBe(0)
  })
})

describe('order lists', () => {
  const [pending, search] = [{ paymentStatus: 'pending' } as const, { q: 'ada' }]
  const order = buildStaffOrder({ _id: 'o5' })
  const loaded = stateWith((draft) => {
    setStaffOrders(draft, pending, { ...onlyPage([order]), counts })
    setStaffOrders(draft, search, { ...onlyPage([order]), counts })
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
})
