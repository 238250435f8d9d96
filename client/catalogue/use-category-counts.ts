import { useState } from 'react'
import type { CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import type { Category, CategoryCount } from '../../shared/catalogue/schema.ts'
import { useStore } from '../client-context.tsx'
import { countsKey } from './store.ts'

/** Stands for the counts of all items on sale, which categories have themselves. */
const unfiltered: CategoryCount[] = []

/**
 * How many items a category has within the other filters; undefined where that isn't known, or nothing is found. While they are counted, what
 * was shown before stays.
 */
export function useCategoryCounts(filter: CatalogueFilter): (category: Category) => number | undefined {
  const key = countsKey(filter)
  const counts = useStore((state) => (key === countsKey({}) ? unfiltered : state.catalogue.counts[key]))
  const [shown, setShown] = useState(counts)
  if (counts !== undefined && counts !== shown) setShown(counts)
  return ({ _id, itemCount }) => {
    if (shown === unfiltered) return itemCount
    // Where nothing is found, fifteen zeros say no more.
    return shown?.length ? (shown.find(({ category }) => category === _id)?.count ?? 0) : undefined
  }
}
