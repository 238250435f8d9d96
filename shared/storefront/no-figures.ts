import type { ShopFigures } from './schema.ts'

export const noShopFigures: ShopFigures = {
  checkMinutes: null,
  verifiedInMonth: 0,
  lastVerifiedMinutes: null,
  rating: null,
  reviews: [],
  team: [],
  marks: [],
}
