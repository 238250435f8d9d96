import { sql } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import type { Item, ItemDetails } from '../../shared/catalogue/schema.ts'
import { discountPercent } from '../../shared/money.ts'
import { sanitizeDescription } from './sanitize-html.ts'

/** The columns that presentItem needs; the description is added only where it is shown. */
export const itemColumns = {
  id: items.id,
  name: items.name,
  brand: items.brand,
  months: items.months,
  price: items.price,
  oldPrice: items.oldPrice,
  shortDescription: items.shortDescription,
  bannerLink: items.bannerLink,
  logoLink: items.logoLink,
  rating: items.rating,
  reviewCount: items.reviewCount,
  accountType: items.accountType,
  features: items.features,
  createdAt: items.createdAt,
  updatedAt: items.updatedAt,
  categoryId: items.categoryId,
  category: sql<string>`${categories.name}`,
}

type Row = Pick<typeof items.$inferSelect, Exclude<keyof typeof itemColumns, 'category'>> & { category: string }

export function presentItem(row: Row): Item {
  const discount = discountPercent(row.price, row.oldPrice)
  return {
    _id: row.id,
    name: row.name,
    brand: row.brand,
    duration: row.months,
    price: row.price,
    originalPrice: discount > 0 ? row.oldPrice : null,
    discount,
    shortDescription: row.shortDescription,
    bannerLink: row.bannerLink,
    logoLink: row.logoLink,
    averageRating: row.rating / 100,
    reviewCount: row.reviewCount,
    accountType: row.accountType,
    features: row.features,
    category: { _id: row.categoryId, name: row.category },
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  }
}

export const presentItemDetails = (row: Row & { description: string }): ItemDetails => ({
  ...presentItem(row),
  // Sanitised when written, and again here in case a future version writes it another way.
  description: sanitizeDescription(row.description),
})
