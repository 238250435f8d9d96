import * as z from 'zod/mini'
import { catalogueRoutes, Category, ItemDetails, ItemFilter } from '../shared/catalogue.ts'
import { reviewRoutes } from '../shared/reviews.ts'
import { Config } from '../shared/store.ts'
import { Prefs } from './accounts/prefs.ts'

/** What the server read to render a page, and the browser begins with. */
export const PageData = z.object({
  /** Before anything was read, in the form of `X-Stream-Position`. */
  position: z.nullable(z.string()),
  config: z.nullable(Config),
  prefs: Prefs,
  items: z.optional(z.object({ filter: ItemFilter, answer: catalogueRoutes.items.output })),
  item: z.optional(ItemDetails),
  categories: z.optional(z.array(Category)),
  reviews: z.optional(z.object({ item: z.string(), answer: reviewRoutes.reviews.output })),
})
export type PageData = z.output<typeof PageData>

/** As the text of a script of JSON: nothing in it can end the script. */
export const writePageData = (data: PageData) => JSON.stringify(z.encode(PageData, data)).replaceAll('<', '\\u003c')

export const readPageData = (text: string): PageData => z.decode(PageData, JSON.parse(text) as z.input<typeof PageData>)
