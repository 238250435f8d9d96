import { eq } from 'drizzle-orm'
import { items } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { StaffItemDetails } from '../../shared/catalogue/staff-schema.ts'
import { type Db, forUpdate, type Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { presentStaffItemDetails, selectStaffItemDetails } from './present-for-staff.ts'

export type ItemRow = typeof items.$inferSelect

/** An item with its description, archived or not. @throws 404 'Item not found' */
export async function readItemForStaff(db: Db | Tx, id: string): Promise<StaffItemDetails> {
  const [row] = await selectStaffItemDetails(db).where(eq(items.id, id))
  if (!row) throw notFound('Item not found')
  return presentStaffItemDetails(row)
}

/** Locks the item until the commit. @throws 404 'Item not found' */
export async function loadItem({ tx }: MutationContext, id: string): Promise<ItemRow> {
  const [item] = await forUpdate(tx.select().from(items).where(eq(items.id, id)))
  if (!item) throw notFound('Item not found')
  return item
}
