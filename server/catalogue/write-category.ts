import { and, eq, max, ne } from 'drizzle-orm'
import { categories } from '../../drizzle/schema.ts'
import * as z from 'zod/mini'
import { conflict, notFound } from '../../shared/refusal.ts'
import { StaffCategory } from '../../shared/staff-catalogue.ts'
import { recordAction } from '../activity/audit.ts'
import { locking, type Tx } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { Change } from '../stream/change.ts'
import { readStaffCategories } from './present-for-staff.ts'
import { tellCategory } from './tell-category.ts'

type Staff = { id: string }

/** Adds a category, last in order. @throws 409 when there is one of that name */
export async function createCategory(making: Change, staff: Staff, name: string): Promise<StaffCategory> {
  const { tx } = making
  await refuseTaken(tx, name)
  const [last] = await tx.select({ position: max(categories.position) }).from(categories)
  const [category] = await tx
    .insert(categories)
    .values({ name, position: (last?.position ?? -1) + 1 })
    .onConflictDoNothing()
    .returning()
  if (!category) throw nameTaken(name)
  await auditCategory(making, staff, 'create', category.id, null, { name })
  return tellCategory(making, category.id, await idsInOrder(tx))
}

/**
 * @param was the name that was changed here; without it, whatever the name is
 * @throws 404; 409 with the category as it is when a colleague was faster, or when there is another of that name
 */
export async function renameCategory(
  making: Change,
  staff: Staff,
  id: string,
  { name, was }: { name: string; was?: string | undefined },
): Promise<StaffCategory> {
  const { tx } = making
  const category = await loadCategory(making, id)
  if (was !== undefined && was !== category.name) {
    const [now] = await readStaffCategories(tx, id)
    const data = encode(StaffCategory, now!)
    throw conflict('category_changed', 'Somebody else renamed this category. Nothing was saved.', { data })
  }
  await refuseTaken(tx, name, id)
  await tx.update(categories).set({ name }).where(eq(categories.id, id))
  await auditCategory(making, staff, 'rename', id, { name: category.name }, { name })
  return tellCategory(making, id, await idsInOrder(tx))
}

/** Puts them in this order. @throws 409 with the categories as they are, unless each is named once */
export async function orderCategories(making: Change, staff: Staff, ids: string[]): Promise<StaffCategory[]> {
  const { tx } = making
  const before = await idsInOrder(tx)
  if (ids.toSorted().join() !== before.toSorted().join()) {
    const data = encode(z.array(StaffCategory), await readStaffCategories(tx))
    throw conflict('categories_changed', 'The categories have changed meanwhile. Please try again.', { data })
  }
  for (const [position, id] of ids.entries()) {
    await tx.update(categories).set({ position }).where(eq(categories.id, id))
  }
  if (ids.join() !== before.join()) {
    await auditCategory(making, staff, 'order', 'all', before, ids)
    await tellCategory(making, ids[0]!, ids)
  }
  return readStaffCategories(tx)
}

/** @throws 404; 409 while something is in it, or a coupon is tied to it */
export async function deleteCategory(making: Change, staff: Staff, id: string) {
  const { tx, tell } = making
  const { name } = await loadCategory(making, id)
  const [category] = await readStaffCategories(tx, id)
  const { itemCount, archivedCount, couponCount } = category!
  if (itemCount + archivedCount > 0) throw conflict('category_not_empty', notEmpty(itemCount, archivedCount))
  if (couponCount > 0) {
    throw conflict('category_has_coupons', 'A coupon is tied to this category. Tie it to something else first.')
  }
  await tx.delete(categories).where(eq(categories.id, id))
  await auditCategory(making, staff, 'delete', id, { name }, null)
  tell('catalogue', { type: 'category.removed', data: { _id: id } })
  tell('staff', { type: 'staff.category.removed', data: { _id: id } })
}

const notEmpty = (onSale: number, archived: number) => {
  const count = onSale + archived
  const things = `${count} ${count === 1 ? 'item' : 'items'}${archived > 0 ? ` (${archived} archived)` : ''}`
  return `This category still has ${things}. Move them to another one first.`
}

async function loadCategory({ tx }: Change, id: string) {
  const [category] = await locking(tx.select().from(categories).where(eq(categories.id, id)))
  if (!category) throw notFound('Category not found')
  return category
}

const nameTaken = (name: string) => conflict('category_exists', `There is a category “${name}” already.`)

async function refuseTaken(tx: Tx, name: string, but = '') {
  const [other] = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.name, name), ne(categories.id, but)))
  if (other) throw nameTaken(name)
}

async function idsInOrder(tx: Tx) {
  const rows = await tx.select({ id: categories.id }).from(categories).orderBy(categories.position, categories.name)
  return rows.map(({ id }) => id)
}

const auditCategory = (
  making: Change,
  { id: actorId }: Staff,
  action: string,
  subjectId: string,
  before: unknown,
  after: unknown,
) => recordAction(making, { actorId, action: `category.${action}`, subject: 'category', subjectId, before, after })
