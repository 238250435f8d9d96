import { expect, it } from 'vitest'
import { setRefund } from '../../../../client/orders/staff/refund-store.ts'
import { afterEvents, stateWith } from '../../apply-events.ts'
import { buildEntry, buildEvent } from '../../build.ts'

const user = { _id: 'u1', firstName: 'Ada', lastName: 'Fernando' }
const points = (seq: number, userId: string, totalPoints: number) =>
  buildEvent('staff', seq, 'customer.points', { userId, totalPoints, entry: buildEntry() })

it('keeps the balance of a considered refund up to date, and no other', () => {
  const loaded = stateWith((draft) => setRefund(draft, 'o1', { deductions: [{ user, points: 12, balance: 12 }] }))
  const balanceOf = (...events: ReturnType<typeof points>[]) =>
    afterEvents(loaded, ...events).staffOrders.refunds.o1!.deductions[0]!.balance
  expect(balanceOf(points(1, 'u1', 3))).toBe(3)
  expect(balanceOf(points(1, 'u2', 3))).toBe(12)
})
