import type { StaffCategory } from '../../shared/staff-catalogue.ts'
import type { Change } from '../stream/change.ts'
import { readStaffCategories } from './present-for-staff.ts'

/**
 * Tells customers and staff of a category as it is now.
 * @param order the ids of all, where it is not as it was
 */
export async function tellCategory({ tx, tell }: Change, id: string, order?: string[]): Promise<StaffCategory> {
  const [row] = await readStaffCategories(tx, id)
  const category = row!
  tell('catalogue', { type: 'category.changed', data: { category, ...(order && { order }) } })
  tell('staff', { type: 'staff.category.changed', data: { category, ...(order && { order }) } })
  return category
}

/** What no customer sees of it has changed. */
export async function tellCategoryToStaff({ tx, tell }: Change, id: string) {
  const [category] = await readStaffCategories(tx, id)
  tell('staff', { type: 'staff.category.changed', data: { category: category! } })
}
