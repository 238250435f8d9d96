import type { catalogueRoutes } from '../../shared/catalogue.ts'
import type { Handlers } from '../http/serve.ts'
import { listCategories } from './list-categories.ts'
import { listItems } from './list-items.ts'
import { readItem } from './read-item.ts'

export const catalogueHandlers: Handlers<typeof catalogueRoutes> = {
  items: (filter, { store }) => listItems(store.db, filter),
  item: async ({ id }, { store }) => ({ data: await readItem(store.db, id) }),
  categories: async (_, { store }) => ({ data: await listCategories(store.db) }),
}
