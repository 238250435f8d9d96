import type {
  ItemStateFilter,
  StaffCategory,
  StaffItem,
  StaffItemSort,
} from '../../../shared/catalogue/staff-schema.ts'
import type { SortChoice } from '../../staff/list-sort.ts'
import { type List, noRows } from '../../stream/lists.ts'

export type StaffItemFilter = SortChoice<StaffItemSort> & {
  archived?: ItemStateFilter | undefined
  q?: string | undefined
  category?: string | undefined
}

export type StaffCatalogueState = {
  items: Record<string, StaffItem>
  /** Long descriptions (sanitised HTML) of the items that were opened, with the item version each belongs to. */
  descriptions: Record<string, { html: string; version: number }>
  lists: Record<string, List<StaffItemFilter>>
  categories: StaffCategory[] | null
}

export const initialStaffCatalogue = (): StaffCatalogueState => ({
  items: noRows(),
  descriptions: noRows(),
  lists: {},
  categories: null,
})
