import type { RefundPreview } from '../../../shared/orders/staff-schema.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import type { StaffOrdersState } from './state.ts'

type Draft = { staffOrders: StaffOrdersState }

export const refundKey = (order: string) => `staff/refund/${order}`

export function setRefund({ staffOrders }: Draft, order: string, preview: RefundPreview) {
  staffOrders.refunds[order] = preview
}

/** Keeps the balances up to date while a refund is being considered. */
export function applyRefunds({ staffOrders }: Draft, event: StreamEvent) {
  if (event.type !== 'customer.points') return
  const { userId, totalPoints } = event.data
  for (const { deductions } of Object.values(staffOrders.refunds)) {
    for (const deduction of deductions) if (deduction.user._id === userId) deduction.balance = totalPoints
  }
}
