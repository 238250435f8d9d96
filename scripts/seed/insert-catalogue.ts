import { categories, coupons, items, pictures } from '../../drizzle/schema.ts'
import { cleanHtml } from '../../server/catalogue/clean-html.ts'
import { namesOf } from '../../server/catalogue/names-of.ts'
import { pictureLink, pictureName } from '../../server/catalogue/pictures.ts'
import type { Tx } from '../../server/db/transactions.ts'
import type { buildCatalogue, SeedItem } from './catalogue.ts'
import { insertAll } from './insert-all.ts'
import { seedId } from './seed-id.ts'

type Catalogue = Pick<ReturnType<typeof buildCatalogue>, 'categories' | 'items' | 'reviews'>
export type SeededItem = typeof items.$inferSelect & { slug: string }

const day = 24 * 3_600_000

/** Categories, items with their drawings, and coupons. */
export async function insertCatalogue(tx: Tx, catalogue: Catalogue, now: number): Promise<Map<string, SeededItem>> {
  await insertAll(
    tx,
    categories,
    catalogue.categories.map(({ slug, name }, position) => ({ id: seedId(`category ${slug}`), name, position })),
  )
  const drawings = new Map<string, Buffer>()
  const rows = catalogue.items.map((item) => itemRow(item, catalogue, drawings, now))
  await insertAll(
    tx,
    pictures,
    [...drawings].map(([name, bytes]) => ({ name, type: 'image/svg+xml', bytes })),
  )
  await insertAll(tx, items, rows)
  await insertAll(tx, coupons, couponRows(rows))
  return new Map(rows.map((row) => [row.slug, row]))
}

function itemRow(item: SeedItem, { reviews }: Catalogue, drawings: Map<string, Buffer>, now: number): SeededItem {
  const stars = reviews.filter((review) => review.item === item.slug).map((review) => review.stars as number)
  const starsSum = stars.reduce((sum, one) => sum + one, 0)
  const at = new Date(now - item.addedDaysAgo * day)
  return {
    slug: item.slug,
    id: seedId(`item ${item.slug}`),
    categoryId: seedId(`category ${item.category}`),
    name: item.name,
    months: item.months,
    price: item.priceCents,
    oldPrice: item.oldPriceCents,
    shortDescription: item.shortDescription,
    description: cleanHtml(item.description),
    logoLink: keep(item.logo, drawings),
    bannerLink: keep(item.banner, drawings),
    accountType: item.accountType,
    features: item.features,
    ...namesOf(item),
    starsSum,
    reviewCount: stars.length,
    rating: stars.length === 0 ? 0 : Math.round((starsSum * 100) / stars.length),
    archivedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}

function keep(svg: string, drawings: Map<string, Buffer>): string {
  const bytes = Buffer.from(svg)
  const name = pictureName(bytes, 'svg')
  drawings.set(name, bytes)
  return pictureLink(name)
}

/** A tenth off everything, 5 dollars off everything, one for a single item, one for a category. */
function couponRows(rows: SeededItem[]): (typeof coupons.$inferInsert)[] {
  const [first] = rows
  return [
    { id: seedId('coupon WELCOME10'), code: 'WELCOME10', type: 'Percentage', amount: 1000 },
    { id: seedId('coupon SAVE5'), code: 'SAVE5', type: 'Fixed', amount: 500 },
    { id: seedId('coupon SOLO20'), code: 'SOLO20', type: 'Percentage', amount: 2000, itemId: first!.id },
    { id: seedId('coupon SHELF15'), code: 'SHELF15', type: 'Percentage', amount: 1500, categoryId: first!.categoryId },
  ]
}
