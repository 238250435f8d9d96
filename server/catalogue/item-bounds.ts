import { and, between, type Column, eq, gte, isNull, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { items } from '../../drizzle/schema.ts'
import { durations } from '../../shared/catalogue/list-options.ts'
import type { ItemFilter } from '../../shared/catalogue/schema.ts'

/** What the columns of the items on sale are compared with; fields that aren't filtered by are left out. */
export type Bounds<Value = number> = {
  category?: string | Placeholder
  minPrice?: Value
  maxPrice?: Value
  minMonths?: Value
  maxMonths?: Value
  minRating?: Value
}

export function boundsOf({ category, minPrice, maxPrice, duration, minRating }: Omit<ItemFilter, 'sortBy'>): Bounds {
  const [minMonths, maxMonths] = duration ? durations[duration] : []
  return {
    ...(category && { category }),
    ...(minPrice !== undefined && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(minMonths !== undefined && { minMonths, maxMonths }),
    ...(minRating && { minRating: Number(minRating) * 100 }),
  }
}

/** The condition on items on sale. @param operand how it refers to a column, which tells whether its index may be chosen */
export function whereWithin(
  bounds: Bounds<number | Placeholder>,
  operand: (column: Column) => SQL = (column) => sql`${column}`,
): SQL | undefined {
  const { category, minPrice, maxPrice, minMonths, maxMonths, minRating } = bounds
  const price = operand(items.price)
  return and(
    isNull(items.archivedAt),
    category === undefined ? undefined : eq(operand(items.categoryId), category),
    minPrice === undefined ? undefined : gte(price, minPrice),
    maxPrice === undefined ? undefined : lte(price, maxPrice),
    minMonths === undefined ? undefined : between(operand(items.months), minMonths, maxMonths),
    minRating === undefined ? undefined : gte(operand(items.rating), minRating),
  )
}
