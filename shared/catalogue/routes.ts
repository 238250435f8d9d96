import * as z from 'zod/mini'
import { get, listOutput } from '../contract.ts'
import { Category, CategoryCount, Item, ItemDetails, ItemFilter, ItemSearchInfo, RelatedItems } from './schema.ts'

export const catalogueRoutes = {
  items: get('/items', {
    access: 'public',
    summary: 'List items; with `q` and without `sortBy`, the most relevant first',
    input: ItemFilter,
    output: {
      ...listOutput(Item),
      /** Of the categories that have any, if anything but the category narrows the list, unless a search finds very many. */
      categoryCounts: z.optional(z.array(CategoryCount)),
      search: z.optional(ItemSearchInfo),
    },
    cacheable: true,
  }),
  item: get('/items/:id', {
    access: 'public',
    summary: 'Return an item',
    output: { data: ItemDetails },
    cacheable: true,
  }),
  relatedItems: get('/items/:id/related', {
    access: 'public',
    summary: 'Return the plans of an item, and other items to show with it',
    output: { data: RelatedItems },
    cacheable: true,
  }),
  categories: get('/categories', {
    access: 'public',
    summary: 'List categories',
    output: { data: z.array(Category) },
    cacheable: true,
  }),
}
