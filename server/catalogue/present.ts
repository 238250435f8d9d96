import { categories, items } from '../../drizzle/schema.ts'
import type { Item, ItemDetails } from '../../shared/catalogue.ts'
import { discountPercent } from '../../shared/money.ts'
import { cleanHtml } from './clean-html.ts'

/** What is read to present an item; the description only where it is shown. */
export const itemColumns = {
  id: items.id,
  name: items.name,
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
  category: categories.name,
}

type Row = Omit<typeof items.$inferSelect, 'description' | 'sortName' | 'searchText' | 'starsSum' | 'archivedAt'> & {
  category: string
}

export function presentItem(row: Row): Item {
  const discount = discountPercent(row.price, row.oldPrice)
  return {
    _id: row.id,
    name: row.name,
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
  // Cleaned when it is shown, besides when it is written: one of the two may one day be wrong.
  description: cleanHtml(row.description),
})
