import { eq } from 'drizzle-orm'
import { items } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/refusal.ts'
import type { StaffItemDetails } from '../../shared/staff-catalogue.ts'
import { type Db, locking, type Tx } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { presentStaffItemDetails, selectStaffItems } from './present-for-staff.ts'

export type ItemRow = typeof items.$inferSelect

/** An item whole, on sale or not. @throws 404 'Item not found' */
export async function readItemForStaff(db: Db | Tx, id: string): Promise<StaffItemDetails> {
  const [row] = await selectStaffItems(db).where(eq(items.id, id))
  const [long] = row ? await db.select({ description: items.description }).from(items).where(eq(items.id, id)) : []
  if (!row || !long) throw notFound('Item not found')
  return presentStaffItemDetails({ ...row, ...long })
}

/** The item's row, locked until the commit. @throws 404 'Item not found' */
export async function loadItem({ tx }: Change, id: string): Promise<ItemRow> {
  const [item] = await locking(tx.select().from(items).where(eq(items.id, id)))
  if (!item) throw notFound('Item not found')
  return item
}
