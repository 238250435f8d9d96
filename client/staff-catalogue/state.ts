import type { StaffCategory, StaffCoupon, StaffItem } from '../../shared/staff-catalogue.ts'
import { type List, noRows } from '../stream/lists.ts'

export type StaffCatalogueState = {
  items: Record<string, StaffItem>
  /** The long descriptions of those that were opened, sanitised HTML, and when each was written. */
  descriptions: Record<string, { html: string; updatedAt: number }>
  coupons: Record<string, StaffCoupon>
  /** Of items and of coupons, by the key of each. */
  lists: Record<string, List>
  categories: StaffCategory[] | null
}

export const initialStaffCatalogue = (): StaffCatalogueState => ({
  items: noRows(),
  descriptions: noRows(),
  coupons: noRows(),
  lists: {},
  categories: null,
})
