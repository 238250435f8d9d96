import { eq, max } from 'drizzle-orm'
import { categories } from '../../drizzle/schema.ts'
import * as z from 'zod/mini'
import { conflict, notFound, staleVersion, unprocessable } from '../../shared/api-error.ts'
import { maxCategories, StaffCategory } from '../../shared/catalogue/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import { onDuplicate } from '../db/errors.ts'
import { lockName } from '../db/lock-name.ts'
import { forUpdate, type Tx } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { MutationContext } from '../events/mutation.ts'
import { readStaffCategories } from './present-for-staff.ts'
import { publishCategory } from './publish-category.ts'

type Staff = { id: string }

/**
 * Creates a category, sorted last.
 * @throws 409 if the name is taken, in whatever case; 422 above the maximum number of categories
 */
export async function createCategory(ctx: MutationContext, staff: Staff, name: string): Promise<StaffCategory> {
  const { tx } = ctx
  await lockCategories(tx)
  await assertNameAvailable(tx, name)
  const [last] = await tx.select({ position: max(categories.position) }).from(categories)
  const [category] = await tx
    .insert(categories)
    .values({ name, position: (last?.position ?? -1) + 1, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!category) throw nameTaken(name)
  if ((await tx.$count(categories)) > maxCategories) {
    throw unprocessable('too_many_categories', `A store can have at most ${maxCategories} categories.`)
  }
  await auditCategory(ctx, staff, 'create', category.id, null, { name })
  return publishCategory(ctx, category.id, await listSortedIds(tx))
}

/**
 * Renames a category.
 * @param input `version` is the version that was edited, and `was` the name that was edited; without either the
 *   category is renamed unconditionally
 * @throws 404; 409 with the current category if `version` or `was` is stale; 409 if the name is taken, in whatever case
 */
export async function renameCategory(
  ctx: MutationContext,
  staff: Staff,
  id: string,
  { name, version, was }: { name: string; version?: number | undefined; was?: string | undefined },
): Promise<StaffCategory> {
  const { tx } = ctx
  await lockCategories(tx)
  const category = await loadCategory(ctx, id)
  const isStale = version === undefined ? was !== undefined && was !== category.name : version !== category.version
  if (isStale) throw staleVersion('category', encode(StaffCategory, await readStaffCategory(tx, id)))
  if (name === category.name) return readStaffCategory(tx, id)
  await assertNameAvailable(tx, name, id)
  const update = tx
    .update(categories)
    .set({ name, version: category.version + 1 })
    .where(eq(categories.id, id))
  await onDuplicate(update, () => nameTaken(name))
  await auditCategory(ctx, staff, 'rename', id, { name: category.name }, { name })
  return publishCategory(ctx, id, await listSortedIds(tx))
}

/**
 * Sorts the categories in the order of `ids`. Their versions stay: only their own fields are versioned.
 * @throws 409 with the current categories unless each is listed exactly once
 */
export async function sortCategories(ctx: MutationContext, staff: Staff, ids: string[]): Promise<StaffCategory[]> {
  const { tx } = ctx
  await lockCategories(tx)
  const before = await listSortedIds(tx)
  if (ids.toSorted().join() !== before.toSorted().join()) {
    const data = encode(z.array(StaffCategory), await readStaffCategories(tx))
    throw conflict('categories_changed', 'The categories have changed. Please try again.', { data })
  }
  for (const [position, id] of ids.entries()) {
    await tx.update(categories).set({ position }).where(eq(categories.id, id))
  }
  if (ids.join() !== before.join()) {
    await publishCategory(ctx, ids[0]!, ids)
    await auditCategory(ctx, staff, 'order', 'all', before, ids)
  }
  return readStaffCategories(tx)
}

/** Deletes an empty category. @throws 404; 409 if it has items, or a coupon is limited to it */
export async function deleteCategory(ctx: MutationContext, staff: Staff, id: string) {
  const { tx, publish } = ctx
  await lockCategories(tx)
  await loadCategory(ctx, id)
  const category = await readStaffCategory(tx, id)
  const { name, couponCount } = category
  if (category.itemCount + category.draftCount + category.archivedCount > 0) throw notEmpty(category)
  if (couponCount > 0) {
    throw conflict('category_has_coupons', 'A coupon is limited to this category. Change the coupon first.')
  }
  await tx.delete(categories).where(eq(categories.id, id))
  publish('catalogue', { type: 'category.removed', data: { _id: id } })
  publish('staff', { type: 'staff.category.removed', data: { _id: id } })
  await auditCategory(ctx, staff, 'delete', id, { name }, null)
}

/** Locks the category until the commit. @throws 404 */
async function loadCategory({ tx }: MutationContext, id: string) {
  const [category] = await forUpdate(tx.select().from(categories).where(eq(categories.id, id)))
  if (!category) throw notFound('Category not found')
  return category
}

async function readStaffCategory(tx: Tx, id: string): Promise<StaffCategory> {
  const [category] = await readStaffCategories(tx, id)
  return category!
}

/** Two changes of names or of their sequence at the same time wait for each other. */
const lockCategories = (tx: Tx) => lockName(tx, 'categories')

/**
 * Names must differ by more than case, width and spacing. No unique index could hold it, because stores from before this
 * rule may have such names.
 */
async function assertNameAvailable(tx: Tx, name: string, exceptId?: string) {
  const names = await tx.select({ id: categories.id, name: categories.name }).from(categories)
  const key = nameKey(name)
  const other = names.find((category) => category.id !== exceptId && nameKey(category.name) === key)
  if (other) throw nameTaken(other.name)
}

const nameKey = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')

const nameTaken = (name: string) => conflict('category_exists', `A category called “${name}” already exists.`)

function notEmpty({ itemCount, draftCount, archivedCount }: StaffCategory) {
  const count = itemCount + draftCount + archivedCount
  const hidden = [draftCount > 0 && `${draftCount} as drafts`, archivedCount > 0 && `${archivedCount} archived`]
  const notes = hidden.filter(Boolean).join(', ')
  const contents = `${count} ${count === 1 ? 'item' : 'items'}${notes && ` (${notes})`}`
  return conflict('category_not_empty', `This category still has ${contents}. Move them to another one first.`)
}

async function listSortedIds(tx: Tx): Promise<string[]> {
  const rows = await tx.select({ id: categories.id }).from(categories).orderBy(categories.position, categories.name)
  return rows.map(({ id }) => id)
}

const auditCategory = (
  ctx: MutationContext,
  { id: actorId }: Staff,
  action: string,
  subjectId: string,
  before: unknown,
  after: unknown,
) => recordAction(ctx, { actorId, action: `category.${action}`, subject: 'category', subjectId, before, after })
