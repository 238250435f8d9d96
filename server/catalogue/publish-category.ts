import type { StaffCategory } from '../../shared/catalogue/staff-schema.ts'
import { lockName } from '../db/lock-name.ts'
import type { MutationContext } from '../events/mutation.ts'
import { readStaffCategories } from './present-for-staff.ts'

/**
 * Publishes the current category to everyone.
 * @param sortedIds the ids of all categories, if their order changed
 */
export async function publishCategory(ctx: MutationContext, id: string, sortedIds?: string[]): Promise<StaffCategory> {
  const category = await readCategory(ctx, id)
  const data = { category, ...(sortedIds && { order: sortedIds }) }
  ctx.publish('catalogue', { type: 'category.changed', data })
  ctx.publish('staff', { type: 'staff.category.changed', data })
  return category
}

/** Publishes the current category to staff only, after a change that customers don't see. */
export async function publishCategoryToStaff(ctx: MutationContext, id: string) {
  ctx.publish('staff', { type: 'staff.category.changed', data: { category: await readCategory(ctx, id) } })
}

/** Waits for transactions that change the counts of this category at the same time. */
async function readCategory({ tx }: MutationContext, id: string): Promise<StaffCategory> {
  await lockName(tx, `category ${id}`)
  const [category] = await readStaffCategories(tx, id)
  return category!
}
