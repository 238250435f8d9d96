import { describeProgress } from '../../../shared/payments/progress.ts'
import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { applySignal } from '../../../client/apply-event.ts'
import { clearSignals, type OrderListFilter, ordersKey, setOrders } from '../../../client/orders/store.ts'
import type { State } from '../../../client/state.ts'
import { afterEvents, onlyPage, stateWith } from '../apply-events.ts'
import { at, buildEvent, buildOrder, buildStaffOrder } from '../build.ts'

describe('orders', () => {
  const [first, second] = [buildOrder({ createdAt: at }), buildOrder({ _id: 'o2', createdAt: at + 1 })]
  const pending = { paymentStatus: 'pending' } as const
  const paid = { paymentStatus: 'paid' } as const
  const loaded = stateWith((draft) => {
    setOrders(draft, {}, onlyPage([second, first]))
    setOrders(draft, pending, onlyPage([second, first]))
    setOrders(draft, paid, onlyPage([]))
  })
  const listOf = ({ orders }: State, filter: OrderListFilter) => orders.lists[ordersKey(filter)]!
  const orderChanged = (order: typeof first) => buildEvent('user', 1, 'order.changed', { order, change: 'paid' })

  it('move between lists when their status changes', () => {
    const after = afterEvents(loaded, orderChanged({ ...first, paymentStatus: 'paid', paidAt: at + 5 }))
    expect(after.orders.byId.o1).toMatchObject({ paymentStatus: 'paid' })
    expect(listOf(after, {}).ids).toEqual(['o2', 'o1'])
    expect(listOf(after, pending)).toMatchObject({ ids: ['o2'], totalCount: 1 })
    expect(listOf(after, paid).ids).toEqual(['o1'])
  })

  it('come first when they are new', () => {
    const after = afterEvents(loaded, orderChanged(buildOrder({ _id: 'o3', createdAt: at + 9 })))
    expect(listOf(after, pending).ids).toEqual(['o3', 'o2', 'o1'])
    expect(listOf(after, {}).totalCount).toBe(3)
  })

  it('after the loaded part of a list are only counted', () => {
    const page = { data: [second], totalCount: 5, nextCursor: 'more' }
    const partlyLoaded = stateWith((draft) => setOrders(draft, pending, page))
    const after = afterEvents(partlyLoaded, orderChanged(buildOrder({ _id: 'o0', createdAt: at - 9 })))
    expect(listOf(after, pending)).toMatchObject({ ids: ['o2'], totalCount: 6, nextCursor: 'more' })
  })

  it('of other customers on the staff stream are ignored', () => {
    const order = buildStaffOrder({ _id: 'o7' })
    const after = afterEvents(loaded, buildEvent('staff', 1, 'order.changed', { order, change: 'created' }))
    expect(after.orders).toEqual(loaded.orders)
  })

  it('show their viewer and queue position until they are verified', () => {
    const watched = produce(loaded, (draft) => {
      applySignal(draft, { type: 'viewing', data: { orderId: 'o1', name: 'Mira' } })
      applySignal(draft, { type: 'queue', data: { orderId: 'o1', ahead: 2 } })
    })
    expect([watched.orders.viewers, watched.orders.queuePositions]).toEqual([{ o1: 'Mira' }, { o1: 2 }])
    const closed = produce(watched, (draft) =>
      applySignal(draft, { type: 'viewing', data: { orderId: 'o1', name: null } }),
    )
    expect(closed.orders.viewers).toEqual({})
    const verified = orderChanged({ ...first, paymentStatus: 'verified', orderStatus: 'processing' })
    expect(afterEvents(watched, verified).orders.queuePositions).toEqual({})
  })

  it('show how far their transfer is while they are watched', () => {
    const data = { orderId: 'o1', state: 'confirming', confirmations: 7, of: 15, network: 'BEP20' } as const
    const watched = produce(loaded, (draft) => applySignal(draft, { type: 'payment.progress', data }))
    expect(watched.orders.progress).toEqual({ o1: data })
    expect(describeProgress(data)).toBe('Seen on BNB Smart Chain · 7 of 15 confirmations')
    const wrong = { ...data, state: 'wrong_network', network: 'MATIC' } as const
    expect(describeProgress(wrong, 'BEP20')).toMatch(
      /^Your transfer arrived at our address on Polygon, not on BNB Smart Chain\. /,
    )
    expect(describeProgress(wrong)).toMatch(/not on the network we asked for\. /)
    expect(produce(watched, (draft) => clearSignals(draft, 'o1')).orders.progress).toEqual({})
  })
})
