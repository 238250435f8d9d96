import type { ArchivedFilter } from '../../../shared/catalogue/staff-schema.ts'
import type { CouponSort, CouponUse, StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import type { SortChoice } from '../../staff/list-sort.ts'
import { type List, noRows } from '../../stream/lists.ts'

export type CouponFilter = SortChoice<CouponSort> & { archived?: ArchivedFilter | undefined; q?: string | undefined }

export type StaffCouponsState = {
  byId: Record<string, StaffCoupon>
  lists: Record<string, List<CouponFilter>>
  /** Who used the coupons whose uses were opened, newest first. */
  uses: Record<string, { list: CouponUse[]; totalCount: number; nextCursor: string | null }>
}

export const initialStaffCoupons = (): StaffCouponsState => ({ byId: noRows(), lists: {}, uses: noRows() })
