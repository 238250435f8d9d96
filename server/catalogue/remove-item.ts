import { eq } from 'drizzle-orm'
import { cartLines, coupons, items, orderLines, reviews } from '../../drizzle/schema.ts'
import { conflict } from '../../shared/refusal.ts'
import type { StaffItemDetails } from '../../shared/staff-catalogue.ts'
import type { Change } from '../stream/change.ts'
import { loadItem } from './read-item-for-staff.ts'
import { tellCategory } from './tell-category.ts'
import { tellItem } from './tell-item.ts'
import { auditItem, later } from './write-item.ts'

type Staff = { id: string }

/**
 * Takes an item off the shelf. What was ever ordered, reviewed, put in a cart or given a coupon is archived and
 * returned; anything else is deleted, and null returned.
 * @throws 404; 409 when it is archived already
 */
export async function removeItem(making: Change, staff: Staff, id: string): Promise<StaffItemDetails | null> {
  const { tx, tell } = making
  const item = await loadItem(making, id)
  if (item.archivedAt) throw conflict('item_archived', 'This item is archived already.')
  if (await isUsed(making, id)) {
    const set = { archivedAt: new Date(), updatedAt: later(item.updatedAt) }
    const [archived] = await tx.update(items).set(set).where(eq(items.id, id)).returning()
    await auditItem(making, staff, 'archive', item, archived!)
    return tellItem(making, id)
  }
  await tx.delete(items).where(eq(items.id, id))
  await auditItem(making, staff, 'delete', item, null)
  tell('catalogue', { type: 'item.removed', data: { _id: id } })
  tell('staff', { type: 'staff.item.removed', data: { _id: id } })
  await tellCategory(making, item.categoryId)
  return null
}

/** Puts an archived item back on the shelf. @throws 404; 409 when it is there */
export async function restoreItem(making: Change, staff: Staff, id: string): Promise<StaffItemDetails> {
  const item = await loadItem(making, id)
  if (!item.archivedAt) throw conflict('item_on_sale', 'This item is on sale already.')
  const set = { archivedAt: null, updatedAt: later(item.updatedAt) }
  const [restored] = await making.tx.update(items).set(set).where(eq(items.id, id)).returning()
  await auditItem(making, staff, 'restore', item, restored!)
  return tellItem(making, id, { arrived: true })
}

async function isUsed({ tx }: Change, id: string): Promise<boolean> {
  const ordered = tx.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.itemId, id)).limit(1)
  const inCarts = tx.select({ id: cartLines.id }).from(cartLines).where(eq(cartLines.itemId, id)).limit(1)
  const reviewed = tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.itemId, id)).limit(1)
  const ofCoupons = tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.itemId, id)).limit(1)
  for (const some of [ordered, inCarts, reviewed, ofCoupons]) if ((await some).length > 0) return true
  return false
}
