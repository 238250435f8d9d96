import * as z from 'zod/mini'
import { ItemFilter } from './schema.ts'

/** The filter fields in the catalogue's URL, in this order. */
const fields = ['category', 'minPrice', 'maxPrice', 'sortBy', 'q'] as const
export type CatalogueFilter = Pick<ItemFilter, (typeof fields)[number]>

/** Parses the filter in a query string; invalid fields are ignored. */
export function parseFilter(search: string): CatalogueFilter {
  const params = new URLSearchParams(search)
  const filter: CatalogueFilter = {}
  for (const field of fields) {
    const text = params.get(field)
    if (!text) continue
    const result = z.safeDecode(ItemFilter, { [field]: text })
    if (result.success) Object.assign(filter, result.data)
  }
  return filter
}

/** The URL of the catalogue with a filter. */
export function catalogueUrl(filter: CatalogueFilter): string {
  const encoded: Record<string, string | undefined> = z.encode(ItemFilter, filter)
  const params = fields.flatMap((field): [string, string][] => (encoded[field] ? [[field, encoded[field]]] : []))
  return params.length > 0 ? `/items?${new URLSearchParams(params).toString()}` : '/items'
}

/** How many fields narrow down the list; sorting doesn't. */
export const countFilters = ({ sortBy: _, ...filters }: CatalogueFilter) =>
  Object.values(filters).filter((value) => value !== undefined).length
