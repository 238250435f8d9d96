import { expect, it } from 'vitest'
import { orderFilters, orderStatuses, paymentFilters, paymentStatuses } from '../../../shared/orders/schema.ts'

it('the payment filter "paid" includes verified payments', () => {
  expect(paymentFilters).toEqual({
    all: paymentStatuses,
    pending: ['pending'],
    paid: ['paid', 'verified'],
    failed: ['failed'],
  })
})

it('the order filter "cancelled" shows failed orders', () => {
  expect(orderFilters).toEqual({
    all: orderStatuses,
    processing: ['processing'],
    completed: ['completed'],
    cancelled: ['failed'],
  })
})
