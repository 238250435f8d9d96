import * as z from 'zod/mini'
import { get, listOutput } from '../contract.ts'
import { Category, Item, ItemDetails, ItemFilter } from './schema.ts'

export const catalogueRoutes = {
  items: get('/items', {
    access: 'public',
    summary: 'List items',
    input: ItemFilter,
    output: listOutput(Item),
    cacheable: true,
  }),
  item: get('/items/:id', {
    access: 'public',
    summary: 'Return an item',
    output: { data: ItemDetails },
    cacheable: true,
  }),
  categories: get('/categories', {
    access: 'public',
    summary: 'List categories',
    output: { data: z.array(Category) },
    cacheable: true,
  }),
}
