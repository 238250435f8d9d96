import type { CatalogueState } from './store.ts'

type Draft = { catalogue: CatalogueState }
type Rating = { averageRating: number; reviewCount: number }

/** Updates the rating of an item, if it is loaded. */
export function setRating({ catalogue }: Draft, id: string, { averageRating, reviewCount }: Rating) {
  const item = catalogue.items[id]
  if (item) catalogue.items[id] = { ...item, averageRating, reviewCount }
}
