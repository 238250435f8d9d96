import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isDraft } from '../../drizzle/conditions.ts'
import { items } from '../../drizzle/schema.ts'
import { conflict, notFound, unprocessable } from '../../shared/api-error.ts'
import { newPrices } from '../../shared/catalogue/price-rules.ts'
import { maxBulkItems, type PricePreviewInput, type PricesInput } from '../../shared/catalogue/prices-schema.ts'
import { StaffItem } from '../../shared/catalogue/staff-schema.ts'
import { giveWay } from '../db/give-way.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, toPage } from '../db/page.ts'
import { type Db, forUpdate } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { MutationContext } from '../events/mutation.ts'
import { presentStaffItem, selectStaffItems } from './present-for-staff.ts'
import { publishItem } from './publish-item.ts'
import { auditItem, updateItem } from './write-item.ts'

type Staff = { id: string }

const sort = newestFirst(items)
/** How many items are written before other requests get their turn. */
const sliceSize = 4

/**
 * What a change of prices would do, for items by their ids or a page of a category, without those that are archived.
 * @throws 404 for an unknown category or item
 */
export async function previewPrices(db: Db, { items: ids, category, cursor, ...change }: PricePreviewInput) {
  const selected = ids ? inArray(items.id, ids) : eq(items.categoryId, category!)
  const where = and(selected, or(isNull(items.archivedAt), isDraft(items.draft)))
  const { id, name, logoLink, version, price, oldPrice, createdAt } = items
  const rows = await db
    .select({ id, name, logoLink, version, price, oldPrice, createdAt })
    .from(items)
    .where(and(where, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(maxBulkItems + 1)
  if (rows.length === 0 && !cursor) throw notFound('No items found')
  const { page, nextCursor } = toPage(rows, maxBulkItems, createdPlace)
  return {
    data: page.map((row) => {
      const { problem, ...next } = newPrices({ price: row.price, originalPrice: row.oldPrice }, change)
      return {
        _id: row.id,
        name: row.name,
        logoLink: row.logoLink,
        version: row.version,
        price: row.price,
        originalPrice: row.oldPrice,
        newPrice: Math.max(next.price, 0),
        newOriginalPrice: next.originalPrice,
        problem,
      }
    }),
    totalCount: await db.$count(items, where),
    nextCursor,
  }
}

/**
 * Sets the prices of up to 500 items, all or none.
 * @returns how many of them changed
 * @throws 409 with the current items that have changed since, or are gone; 422 for an old price that isn't above the price
 */
export async function changePrices(ctx: MutationContext, staff: Staff, { prices }: PricesInput): Promise<number> {
  if (prices.some(({ price, originalPrice }) => originalPrice !== null && originalPrice <= price)) {
    throw unprocessable('old_price_not_above', 'The old price must be above the price.')
  }
  const byId = new Map(prices.map((price) => [price._id, price]))
  const isListed = inArray(items.id, [...byId.keys()])
  const rows = await forUpdate(ctx.tx.select().from(items).where(isListed).orderBy(asc(items.id)))
  const stale = rows.filter(({ id, version }) => version !== byId.get(id)!.version)
  if (stale.length > 0 || rows.length < prices.length)
    throw await pricesChanged(ctx, stale, prices.length - rows.length)

  const changes: { before: (typeof rows)[number]; after: (typeof rows)[number] }[] = []
  await inSlices(rows, async (before) => {
    const { price, originalPrice } = byId.get(before.id)!
    if (price === before.price && originalPrice === before.oldPrice) return
    changes.push({ before, after: await updateItem(ctx, before, { price, oldPrice: originalPrice }) })
  })
  await inSlices(changes, async ({ after }) => void (await publishItem(ctx, after.id)))
  // Last, because it locks the audit log.
  await inSlices(changes, ({ before, after }) => auditItem(ctx, staff, 'change', before, after))
  return changes.length
}

async function inSlices<Row>(rows: Row[], work: (row: Row) => Promise<void>) {
  for (const [index, row] of rows.entries()) {
    if (index % sliceSize === sliceSize - 1) await giveWay()
    await work(row)
  }
}

async function pricesChanged({ tx }: MutationContext, stale: { id: string }[], missing: number) {
  const ids = stale.map(({ id }) => id)
  const current = ids.length > 0 ? await selectStaffItems(tx).where(inArray(items.id, ids)) : []
  const count = ids.length + missing
  return conflict(
    'items_changed',
    `${count} of these items ${count === 1 ? 'has' : 'have'} changed since. Nothing was changed: please look at the preview again.`,
    { data: encode(z.array(StaffItem), current.map(presentStaffItem)) },
  )
}
