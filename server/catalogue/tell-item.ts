import type { StaffItemDetails } from '../../shared/staff-catalogue.ts'
import type { Change } from '../stream/change.ts'
import { readItemForStaff } from './read-item-for-staff.ts'
import { tellCategory } from './tell-category.ts'

/**
 * Tells customers and staff of an item as it is now, and how many its categories have.
 * @param before `arrived` when it was not on sale; `category` that it was in
 */
export async function tellItem(
  making: Change,
  id: string,
  { arrived, category }: { arrived?: true; category?: string } = {},
): Promise<StaffItemDetails> {
  const { tx, tell } = making
  const item = await readItemForStaff(tx, id)
  if (item.archivedAt === null) tell('catalogue', { type: 'item.changed', data: { item, ...(arrived && { arrived }) } })
  else tell('catalogue', { type: 'item.removed', data: { _id: id } })
  tell('staff', { type: 'staff.item.changed', data: { item } })
  for (const one of new Set([item.category._id, category ?? item.category._id])) await tellCategory(making, one)
  return item
}
