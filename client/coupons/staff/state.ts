import type { ArchivedFilter } from '../../../shared/catalogue/staff-schema.ts'
import type { StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import { type List, noRows } from '../../stream/lists.ts'

export type CouponFilter = { archived?: ArchivedFilter | undefined; q?: string | undefined }

export type StaffCouponsState = {
  byId: Record<string, StaffCoupon>
  lists: Record<string, List<CouponFilter>>
}

export const initialStaffCoupons = (): StaffCouponsState => ({ byId: noRows(), lists: {} })
