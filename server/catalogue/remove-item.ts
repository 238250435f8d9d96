import { eq } from 'drizzle-orm'
import { cartLines, coupons, items, orderLines, reviews } from '../../drizzle/schema.ts'
import { conflict } from '../../shared/api-error.ts'
import type { StaffItemDetails } from '../../shared/catalogue/staff-schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { publishCategory, publishCategoryToStaff } from './publish-category.ts'
import { publishItem } from './publish-item.ts'
import { loadItem } from './read-item-for-staff.ts'
import { auditItem, updateItem } from './write-item.ts'

type Staff = { id: string }

/**
 * Takes an item off sale. One that was ever ordered, reviewed, added to a cart or tied to a coupon is archived and
 * returned; any other is deleted, and null returned.
 * @throws 404; 409 if it is archived
 */
export async function removeItem(ctx: MutationContext, staff: Staff, id: string): Promise<StaffItemDetails | null> {
  const { tx, publish } = ctx
  const item = await loadItem(ctx, id)
  if (item.archivedAt && !item.draft) throw conflict('item_archived', 'This item is already archived.')
  const archived = (await isInUse(ctx, id)) ? await updateItem(ctx, item, { archivedAt: ctx.now, draft: false }) : null
  if (!archived) await tx.delete(items).where(eq(items.id, id))
  await auditItem(ctx, staff, archived ? 'archive' : 'delete', item, archived)
  if (!item.draft) publish('catalogue', { type: 'item.removed', data: { _id: id } })
  if (!archived) publish('staff', { type: 'staff.item.removed', data: { _id: id } })
  const presented = archived && (await publishItem(ctx, id))
  await (item.draft ? publishCategoryToStaff : publishCategory)(ctx, item.categoryId)
  return presented
}

/** Puts an archived item back on sale. @throws 404; 409 if it isn't archived */
export async function restoreItem(ctx: MutationContext, staff: Staff, id: string): Promise<StaffItemDetails> {
  const item = await loadItem(ctx, id)
  if (item.draft) throw conflict('item_draft', 'This item is a draft. Publish it instead.')
  if (!item.archivedAt) throw conflict('item_on_sale', 'This item is already on sale.')
  const restored = await updateItem(ctx, item, { archivedAt: null })
  await auditItem(ctx, staff, 'restore', item, restored)
  const presented = await publishItem(ctx, id, { arrived: true })
  await publishCategory(ctx, item.categoryId)
  return presented
}

async function isInUse({ tx }: MutationContext, id: string): Promise<boolean> {
  const uses = [
    tx.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.itemId, id)).limit(1),
    tx.select({ id: cartLines.id }).from(cartLines).where(eq(cartLines.itemId, id)).limit(1),
    tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.itemId, id)).limit(1),
    tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.itemId, id)).limit(1),
  ]
  for (const query of uses) if ((await query).length > 0) return true
  return false
}
