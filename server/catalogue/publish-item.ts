import type { StaffItemDetails } from '../../shared/catalogue/staff-schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { readItemForStaff } from './read-item-for-staff.ts'

/**
 * Publishes the current item to staff and, while it is on sale, to everyone. The counts of its category change with
 * few edits, so the operation publishes them itself.
 * @param options `arrived` if it wasn't on sale before
 */
export async function publishItem(
  { tx, publish }: MutationContext,
  id: string,
  { arrived }: { arrived?: true } = {},
): Promise<StaffItemDetails> {
  const item = await readItemForStaff(tx, id)
  if (item.archivedAt === null && !item.draft) {
    publish('catalogue', { type: 'item.changed', data: { item, ...(arrived && { arrived }) } })
  }
  publish('staff', { type: 'staff.item.changed', data: { item } })
  return item
}
