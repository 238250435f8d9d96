import { eq, inArray } from 'drizzle-orm'
import { categories, items, pictures } from '../../drizzle/schema.ts'
import { staleVersion, unprocessable } from '../../shared/api-error.ts'
import { fairRating } from '../../shared/catalogue/rules.ts'
import {
  maxNameLength,
  StaffItemDetails,
  type ItemInput,
  type NewItemInput,
} from '../../shared/catalogue/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import { forUpdate } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { MutationContext } from '../events/mutation.ts'
import { pictureLink } from './pictures.ts'
import { publishCategory, publishCategoryToStaff } from './publish-category.ts'
import { publishItem } from './publish-item.ts'
import { type ItemRow, loadItem, readItemForStaff } from './read-item-for-staff.ts'
import { sanitizeDescription } from './sanitize-html.ts'
import { searchColumns } from './search-columns.ts'

type Staff = { id: string }
/** What the client read before editing: `version`, or `updatedAt` in milliseconds. */
type ReadState = { version?: number | undefined; updatedAt?: number | undefined }

/** @throws 422 for an unknown category or picture, or an original price that isn't above the price */
export async function createItem(
  ctx: MutationContext,
  staff: Staff,
  { draft = false, ...input }: NewItemInput,
): Promise<StaffItemDetails> {
  return insertItem(ctx, staff, 'create', { ...(await columnsOf(ctx, input)), draft })
}

/** Copies an item as a draft. @throws 404 */
export async function copyItem(ctx: MutationContext, staff: Staff, id: string): Promise<StaffItemDetails> {
  const { name, categoryId, months, price, oldPrice, shortDescription, description, ...others } = await loadItem(
    ctx,
    id,
  )
  const { brand, logoLink, bannerLink, accountType, features } = others
  const copied = {
    brand,
    categoryId,
    months,
    price,
    oldPrice,
    description,
    logoLink,
    bannerLink,
    accountType,
    features,
  }
  const texts = { name: copyName(name), shortDescription }
  return insertItem(
    ctx,
    staff,
    'copy',
    { ...copied, ...texts, ...searchColumns(texts), draft: true },
    { copiedFrom: name },
  )
}

const copyName = (name: string) => `${name.slice(0, maxNameLength - copySuffix.length)}${copySuffix}`
const copySuffix = ' (copy)'

type NewRow = Omit<typeof items.$inferInsert, 'createdAt' | 'updatedAt' | 'archivedAt'>

async function insertItem(
  ctx: MutationContext,
  staff: Staff,
  action: string,
  columns: NewRow,
  audited: Record<string, unknown> = {},
) {
  const [item] = await ctx.tx
    .insert(items)
    .values({
      ...columns,
      fairRating: fairRating({ starsSum: 0, reviewCount: 0 }),
      archivedAt: columns.draft ? ctx.now : null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
  await auditItem(ctx, staff, action, null, item!, audited)
  const created = await publishItem(ctx, item!.id, { arrived: true })
  const publishCount = columns.draft ? publishCategoryToStaff : publishCategory
  await publishCount(ctx, item!.categoryId)
  return created
}

/**
 * Replaces an item's fields.
 * @throws 404; 409 with the current item if `version` or `updatedAt` is stale; 422 as createItem
 */
export async function changeItem(
  ctx: MutationContext,
  staff: Staff,
  id: string,
  { version, updatedAt, ...input }: ItemInput & ReadState,
): Promise<StaffItemDetails> {
  const before = await loadItem(ctx, id)
  await assertCurrent(ctx, before, { version, updatedAt })
  const after = await updateItem(ctx, before, await columnsOf(ctx, input))
  await auditItem(ctx, staff, 'change', before, after)
  const changed = await publishItem(ctx, id)
  if (after.categoryId !== before.categoryId) {
    // Customers don't see drafts and archived items, so only staff see their counts change.
    const publishCount = after.archivedAt ? publishCategoryToStaff : publishCategory
    await publishCount(ctx, before.categoryId)
    await publishCount(ctx, after.categoryId)
  }
  return changed
}

/** @throws 409 with the current item if it has changed since the client read it */
export async function assertCurrent({ tx }: MutationContext, item: ItemRow, { version, updatedAt }: ReadState) {
  const isStale =
    version === undefined ? updatedAt !== undefined && updatedAt !== item.updatedAt.getTime() : version !== item.version
  if (isStale) throw staleVersion('item', encode(StaffItemDetails, await readItemForStaff(tx, item.id)))
}

/** Updates a locked item, its version and `updatedAt`, which also serves as a lock and so never repeats. */
export async function updateItem({ tx, now }: MutationContext, before: ItemRow, columns: Partial<ItemRow>) {
  const updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1))
  const [item] = await tx
    .update(items)
    .set({ ...columns, updatedAt, version: before.version + 1 })
    .where(eq(items.id, before.id))
    .returning()
  return item!
}

async function columnsOf({ tx }: MutationContext, input: ItemInput) {
  const { price, originalPrice, logoLink, bannerLink } = input
  if (originalPrice !== null && originalPrice <= price) {
    throw unprocessable('old_price_not_above', 'The old price must be above the price.')
  }
  const [category] = await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, input.category))
  if (!category) throw unprocessable('no_such_category', 'This category no longer exists.')
  const names = [...new Set([logoLink, bannerLink])].map((link) => link.slice(pictureLink('').length))
  // Locked, so that they aren't pruned before the item uses them.
  const found = await forUpdate(tx.select({ name: pictures.name }).from(pictures).where(inArray(pictures.name, names)))
  if (found.length < names.length) throw unprocessable('no_such_picture', 'Please upload the picture again.')
  return {
    categoryId: category.id,
    name: input.name,
    brand: input.brand,
    months: input.duration,
    price,
    oldPrice: originalPrice,
    shortDescription: input.shortDescription,
    description: sanitizeDescription(input.description),
    logoLink,
    bannerLink,
    accountType: input.accountType,
    features: input.features,
    ...searchColumns(input),
  }
}

/** Records a change of an item in the audit log, with the old and new values of the fields that changed. */
export function auditItem(
  ctx: MutationContext,
  staff: Staff,
  action: string,
  before: ItemRow | null,
  after: ItemRow | null,
  more: Record<string, unknown> = {},
) {
  const [from, to] = [before && auditedState(before), after && auditedState(after)]
  const changed = auditedFields.filter((field) => !from || !to || !isEqual(from[field], to[field]))
  const valuesOf = (row: typeof from) =>
    row && Object.fromEntries([['name', row.name], ...changed.map((field) => [field, toJson(row[field])])])
  return recordAction(ctx, {
    actorId: staff.id,
    action: `item.${action}`,
    subject: 'item',
    subjectId: (before ?? after)!.id,
    before: valuesOf(from),
    after: to && { ...valuesOf(to), ...more },
  })
}

const auditedFields = [
  'name',
  'brand',
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
  'draft',
] as const satisfies (keyof ItemRow)[]

/** That a draft isn't on sale needs no saying. */
const auditedState = (row: ItemRow) => (row.draft ? { ...row, archivedAt: null } : row)

const toJson = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
