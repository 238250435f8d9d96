import { maxSearchLength } from '../limits.ts'
import { type DurationFilter, durations, itemSorts, minRatings } from './list-options.ts'
import { idOf, readableId } from './rules.ts'
import type { ItemList } from './schema.ts'

// Without the schema, which the first view doesn't load. A test holds the two equal.

type Field = 'category' | 'minPrice' | 'maxPrice' | 'duration' | 'minRating' | 'sortBy' | 'q' | 'from'
export type CatalogueFilter = Pick<ItemList, Field>
type Codec<Value> = { parse: (text: string) => Value | undefined; format: (value: Value) => string }

const textUpTo = (maxLength: number): Codec<string> => ({
  parse: (text) => (text.length <= maxLength ? text : undefined),
  format: (text) => text,
})
const id: Codec<string> = {
  parse: (text) => (idOf(text).length <= 40 ? idOf(text) || undefined : undefined),
  format: (text) => text,
}
const oneOf = <T extends string>(options: readonly T[]): Codec<T> => ({
  parse: (text) => options.find((option) => option === text),
  format: (option) => option,
})
const price: Codec<number> = {
  parse: (text) =>
    text.length <= 16 && /^\d+(\.\d{1,2})?$/.test(text) && Number(text) <= 1e9
      ? Math.round(Number(text) * 100)
      : undefined,
  format: (cents) => String(cents / 100),
}

/** The filter fields in the catalogue's URL, in this order. */
const codecs: { [F in Field]-?: Codec<NonNullable<CatalogueFilter[F]>> } = {
  category: id,
  minPrice: price,
  maxPrice: price,
  duration: oneOf(Object.keys(durations) as DurationFilter[]),
  minRating: oneOf(minRatings),
  sortBy: oneOf(itemSorts),
  q: textUpTo(maxSearchLength),
  from: textUpTo(500),
}
const fields = Object.keys(codecs) as Field[]

/** Parses the filter in a query string; invalid fields are ignored. */
export function parseFilter(search: string): CatalogueFilter {
  const params = new URLSearchParams(search)
  const entries = fields.flatMap((field) => {
    const text = params.get(field)
    const value = text ? codecs[field].parse(text) : undefined
    return value === undefined ? [] : [[field, value]]
  })
  return Object.fromEntries(entries) as CatalogueFilter
}

/** Whether a filter has a text to search for. */
export const isSearch = ({ q }: CatalogueFilter): boolean => Boolean(q?.trim())

/** The filter with the order in which the page shows it when its URL names none: a search by relevance, which has no name. */
export const withDefaultSort = (filter: CatalogueFilter): CatalogueFilter =>
  isSearch(filter) ? filter : { ...filter, sortBy: filter.sortBy ?? 'popular' }

type NamedCategories = readonly { _id: string; name: string }[] | null

/** The URL of the catalogue with a filter. @param categories those whose names the URL shows with their ids */
export function catalogueUrl(filter: CatalogueFilter, categories: NamedCategories = null): string {
  const params = filterParams(filter, categories)
  return params.length > 0 ? `/items?${new URLSearchParams(params).toString()}` : '/items'
}

/** The parameters of a filter in the URL. */
export function filterParams(filter: CatalogueFilter, categories: NamedCategories): [string, string][] {
  const category = categories?.find(({ _id }) => _id === filter.category)
  return fields.flatMap((field): [string, string][] => {
    const value = field === 'category' && category ? readableId(category) : filter[field]
    const { format } = codecs[field] as Codec<typeof value>
    return value === undefined || value === '' ? [] : [[field, format(value)]]
  })
}

/** How many filters are set; searching and sorting are none, and neither is where the list begins. */
export const countFilters = ({ q: _, sortBy: __, from: ___, ...filters }: CatalogueFilter) =>
  Object.values(filters).filter((value) => value !== undefined).length

/** The URL of the same search in the same order, without filters. */
export const unfilteredUrl = ({ q, sortBy }: CatalogueFilter): string =>
  catalogueUrl({ q, sortBy: sortBy === 'popular' && !isSearch({ q }) ? undefined : sortBy })
