import * as z from 'zod/mini'
import { ItemFilter } from '../../shared/catalogue.ts'

/** What the catalogue's address says, and in which order. */
const fields = ['category', 'minPrice', 'maxPrice', 'sortBy', 'q'] as const
export type Filter = Pick<ItemFilter, (typeof fields)[number]>

/** The filter in a query; a field that makes no sense counts as not given. */
export function readFilter(search: string): Filter {
  const params = new URLSearchParams(search)
  const filter: Filter = {}
  for (const field of fields) {
    const text = params.get(field)
    if (!text) continue
    const read = z.safeDecode(ItemFilter, { [field]: text })
    if (read.success) Object.assign(filter, read.data)
  }
  return filter
}

/** The catalogue with this filter. */
export function addressOf(filter: Filter): string {
  const told: Record<string, string | undefined> = z.encode(ItemFilter, filter)
  const given = fields.flatMap((field) => (told[field] ? [[field, told[field]]] : []))
  return given.length > 0 ? `/items?${new URLSearchParams(given)}` : '/items'
}

/** How many fields narrow the list down. */
export const countFilters = ({ sortBy: _, ...narrowing }: Filter) =>
  Object.values(narrowing).filter((value) => value !== undefined).length
