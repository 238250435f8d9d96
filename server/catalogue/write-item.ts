import { eq, inArray } from 'drizzle-orm'
import { categories, items, pictures } from '../../drizzle/schema.ts'
import { conflict, unacceptable } from '../../shared/refusal.ts'
import { StaffItemDetails } from '../../shared/staff-catalogue.ts'
import type { WrittenItem } from '../../shared/staff-catalogue-calls.ts'
import { recordAction } from '../activity/audit.ts'
import { locking } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { Change } from '../stream/change.ts'
import { cleanHtml } from './clean-html.ts'
import { namesOf } from './names-of.ts'
import { pictureLink } from './pictures.ts'
import { type ItemRow, loadItem, readItemForStaff } from './read-item-for-staff.ts'
import { tellItem } from './tell-item.ts'

type Staff = { id: string }

/** Puts a new item on the shelf. @throws 422 for an unknown category or picture, or an old price that is not above */
export async function createItem(making: Change, staff: Staff, written: WrittenItem): Promise<StaffItemDetails> {
  const columns = await columnsOf(making, written)
  const at = new Date()
  const [item] = await making.tx
    .insert(items)
    .values({ ...columns, createdAt: at, updatedAt: at })
    .returning()
  await auditItem(making, staff, 'create', null, item!)
  return tellItem(making, item!.id, { arrived: true })
}

/**
 * Writes an item anew.
 * @param seen when the item that was changed here had been changed last, in milliseconds
 * @throws 404; 409 with the item as it is, when a colleague was faster; 422 as createItem
 */
export async function changeItem(
  making: Change,
  staff: Staff,
  id: string,
  { updatedAt: seen, ...written }: WrittenItem & { updatedAt: number },
): Promise<StaffItemDetails> {
  const before = await loadItem(making, id)
  if (before.updatedAt.getTime() !== seen) {
    const data = encode(StaffItemDetails, await readItemForStaff(making.tx, id))
    throw conflict('item_changed', 'Somebody else changed this item. Nothing was saved.', { data })
  }
  const columns = await columnsOf(making, written)
  const [after] = await making.tx
    .update(items)
    .set({ ...columns, updatedAt: later(before.updatedAt) })
    .where(eq(items.id, id))
    .returning()
  await auditItem(making, staff, 'change', before, after!)
  return tellItem(making, id, { category: before.categoryId })
}

/** Two changes never have the same time, whatever the clock says. */
export const later = (before: Date) => new Date(Math.max(Date.now(), before.getTime() + 1))

async function columnsOf({ tx }: Change, written: WrittenItem) {
  const { price, originalPrice, logoLink, bannerLink } = written
  if (originalPrice !== null && originalPrice <= price) {
    throw unacceptable('old_price_not_above', 'The old price must be above the price.')
  }
  const [category] = await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, written.category))
  if (!category) throw unacceptable('no_such_category', 'This category is not there any more.')
  const names = [...new Set([logoLink, bannerLink])].map((link) => link.slice(pictureLink('').length))
  // Locked, so that none is forgotten before the item has it.
  const known = await locking(tx.select({ name: pictures.name }).from(pictures).where(inArray(pictures.name, names)))
  if (known.length < names.length) throw unacceptable('no_such_picture', 'Please upload the picture again.')
  return {
    categoryId: category.id,
    name: written.name,
    months: written.duration,
    price,
    oldPrice: originalPrice,
    shortDescription: written.shortDescription,
    description: cleanHtml(written.description),
    logoLink,
    bannerLink,
    accountType: written.accountType,
    features: written.features,
    ...namesOf(written),
  }
}

/** Notes what became of an item: of the fields that changed, what they were and what they are. */
export function auditItem(making: Change, staff: Staff, action: string, before: ItemRow | null, after: ItemRow | null) {
  const fields = told.filter((field) => !before || !after || !isSame(before[field], after[field]))
  const of = (row: ItemRow | null) =>
    row && Object.fromEntries([['name', row.name], ...fields.map((field) => [field, plain(row[field])])])
  return recordAction(making, {
    actorId: staff.id,
    action: `item.${action}`,
    subject: 'item',
    subjectId: (before ?? after)!.id,
    before: of(before),
    after: of(after),
  })
}

const told = [
  'name',
  'categoryId',
  'months',
  'price',
  'oldPrice',
  'shortDescription',
  'description',
  'logoLink',
  'bannerLink',
  'accountType',
  'features',
  'archivedAt',
] as const satisfies (keyof ItemRow)[]

/** A row of the audit holds what JSON can. */
const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
