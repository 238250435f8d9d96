import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { dashboardKey, setActivity, setDashboard } from '../../../client/activity/store.ts'
import { setUser } from '../../../client/accounts/store.ts'
import { applyEvent } from '../../../client/apply-event.ts'
import type { State } from '../../../client/state.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { stateWith } from '../apply-events.ts'
import { at, buildEntry, buildEvent, buildOrder, buildStaffOrder, buildUser } from '../build.ts'

const afterEvent = (state: State, event: StreamEvent, isNewerThanSnapshot = (_key: string) => true) =>
  produce(state, (draft) => applyEvent(draft, event, isNewerThanSnapshot)).activity

describe('the dashboard', () => {
  const order = buildOrder({ paymentStatus: 'verified', orderStatus: 'processing', verifiedAt: at })
  const stats = { orders: 1, waiting: 0, completed: 0, spent: 1299, saved: 0, points: 12 }
  const notLoaded = stateWith((draft) => setUser(draft, buildUser()))
  const loaded = produce(notLoaded, (draft) =>
    setDashboard(draft, { data: { stats, months: [{ month: '2026-01', spent: 1299 }], recentPurchases: [order] } }),
  )
  const orderChanged = (changed: typeof order, change: 'completed' | 'claimed' | 'created') =>
    buildEvent('user', 1, 'order.changed', { order: changed, change })

  it('shows a changed order, and loads the figures again', () => {
    const completed = { ...order, orderStatus: 'completed' } as const
    const { dashboard, statsVersion } = afterEvent(loaded, orderChanged(completed, 'completed'))
    expect(dashboard!.recentPurchases).toEqual([completed])
    expect(statsVersion).toBe(1)
    expect(afterEvent(loaded, orderChanged(buildOrder({ _id: 'o2' }), 'created')).statsVersion).toBe(1)
  })

  it('does not load the figures again for a claim, or for an event that its answer included', () => {
    expect(afterEvent(loaded, orderChanged(order, 'claimed')).statsVersion).toBe(0)
    const isNewerThanSnapshot = (key: string) => key !== dashboardKey
    expect(afterEvent(loaded, orderChanged(order, 'completed'), isNewerThanSnapshot)).toEqual(loaded.activity)
  })

  it('does not load the figures again before they are loaded', () => {
    expect(afterEvent(notLoaded, orderChanged(order, 'completed')).statsVersion).toBe(0)
  })

  it('shows new points at once', () => {
    const earned = buildEvent('user', 1, 'points.changed', { entry: buildEntry(), totalPoints: 24 })
    const { dashboard, statsVersion } = afterEvent(loaded, earned)
    expect([dashboard!.stats.points, statsVersion]).toEqual([24, 0])
  })

  it('ignores other customers’ orders on the staff stream', () => {
    const other = buildStaffOrder({ _id: 'o1' })
    const event = buildEvent('staff', 1, 'order.changed', { order: other, change: 'paid' })
    expect(afterEvent(loaded, event)).toEqual(loaded.activity)
  })
})

it('appends pages of the activity log, unless it was reloaded in the meantime', () => {
  const row = (n: number) => ({ _id: `a${n}`, type: 'login' as const, description: 'Logged in', createdAt: at - n })
  const first = stateWith((draft) => setActivity(draft, { data: [row(1), row(2)], nextCursor: 'c' }))
  const all = produce(first, (draft) => setActivity(draft, { data: [row(2), row(3)], nextCursor: null }, 'c'))
  expect(all.activity.list!.map(({ _id }) => _id)).toEqual(['a1', 'a2', 'a3'])
  expect(produce(first, (draft) => setActivity(draft, { data: [row(3)], nextCursor: null }, 'b'))).toEqual(first)
})
