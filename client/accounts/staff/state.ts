import type { TeamMember } from '../../../shared/accounts/second-factor-schema.ts'
import type { Customer, CustomerDetails, CustomerSort } from '../../../shared/accounts/staff-schema.ts'
import type { SortChoice } from '../../staff/list-sort.ts'
import { type List, noRows } from '../../stream/lists.ts'

export type CustomerFilter = SortChoice<CustomerSort> & { q?: string | undefined }

export type StaffCustomersState = {
  byId: Record<string, Customer>
  lists: Record<string, List<CustomerFilter>>
  /** What the customer page shows besides the customer, by customer. */
  details: Record<string, Omit<CustomerDetails, 'customer'>>
  /** null before it is loaded. */
  team: TeamMember[] | null
}

export const initialStaffCustomers = (): StaffCustomersState => ({
  byId: noRows(),
  lists: {},
  details: noRows(),
  team: null,
})
