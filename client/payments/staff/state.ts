import type { PaymentList, PaymentSort, StaffPayment } from '../../../shared/payments/staff-schema.ts'
import type { SortChoice } from '../../staff/list-sort.ts'
import { type List, noRows } from '../../stream/lists.ts'

export type PaymentFilter = SortChoice<PaymentSort> & { state: PaymentList; q?: string | undefined }

export type StaffPaymentsState = {
  byId: Record<string, StaffPayment>
  lists: Record<string, List<PaymentFilter>>
  /** Payments without an order. */
  unassigned: number | null
  /** Incremented for a payment that wasn't loaded: events carry no counts, and only the server searches. */
  version: number
}

export const initialStaffPayments = (): StaffPaymentsState => ({
  byId: noRows(),
  lists: {},
  unassigned: null,
  version: 0,
})
