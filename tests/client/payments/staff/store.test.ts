import { describe, expect, it } from 'vitest'
import type { PaymentFilter } from '../../../../client/payments/staff/state.ts'
import { describeDifference } from '../../../../client/payments/staff/payment-order.ts'
import { paymentsKey, setPayments } from '../../../../client/payments/staff/store.ts'
import type { State } from '../../../../client/state.ts'
import type { StaffPayment } from '../../../../shared/payments/staff-schema.ts'
import { afterEvents, onlyPage, stateWith } from '../../apply-events.ts'
import { at, buildEvent, buildStaffOrder } from '../../build.ts'

const buildPayment = (_id: string, recorded: number, fields: Partial<StaffPayment> = {}): StaffPayment => ({
  _id,
  source: 'manual',
  currency: 'USD',
  amount: '10.00',
  counted: 1000,
  state: 'final',
  at: at - recorded,
  order: null,
  proposals: [],
  payer: 'A. Silva',
  text: '',
  note: '',
  refundReference: null,
  matchedBy: null,
  recordedAt: at + recorded,
  ...fields,
})
const paymentChanged = (payment: StaffPayment) => buildEvent('staff', 1, 'payment.changed', { payment })

const unassigned: PaymentFilter = { state: 'unassigned' }
const byWorth: PaymentFilter = { state: 'unassigned', sort: 'worth', direction: 'asc' }
const byTime: PaymentFilter = { state: 'all', sort: 'received' }
const rows = [buildPayment('b', 2, { counted: 3000 }), buildPayment('a', 1)]
const loaded = stateWith((draft) => {
  setPayments(draft, unassigned, { ...onlyPage(rows), unassigned: 2 })
  setPayments(draft, byWorth, { ...onlyPage(rows.toReversed()), unassigned: 2 })
  setPayments(draft, byTime, { ...onlyPage(rows.toReversed()), unassigned: 2 })
})
const idsOf = ({ staffPayments }: State) =>
  [unassigned, byWorth, byTime].map((filter) => staffPayments.lists[paymentsKey(filter)]!.ids.join(' '))

describe('the ledger of payments', () => {
  it('puts a new payment in its place of every list', () => {
    const added = afterEvents(loaded, paymentChanged(buildPayment('c', 3, { counted: 2000 })))
    expect(idsOf(added)).toEqual(['c b a', 'a c b', 'a b c'])
  })

  it('removes an assigned payment from the lists of those without an order', () => {
    const order = { _id: 'o', paymentStatus: 'paid', orderStatus: 'pending' } as const
    const assigned = afterEvents(loaded, paymentChanged({ ...rows[0]!, order }))
    expect(idsOf(assigned)).toEqual(['a', 'a', 'a b'])
    expect(assigned.staffPayments.lists[paymentsKey(unassigned)]!.totalCount).toBe(1)
    const short = buildStaffOrder({ _id: 'o', paymentStatus: 'paid', missing: 300 })
    const changed = afterEvents(assigned, buildEvent('staff', 2, 'order.changed', { order: short, change: 'payment' }))
    expect(describeDifference(changed.staffPayments.byId.b!.order!)).toBe('Paid in part')
    const returned = afterEvents(assigned, paymentChanged({ ...rows[0]!, counted: 500 }))
    expect(idsOf(returned)).toEqual(['b a', 'b a', 'a b'])
  })
})
