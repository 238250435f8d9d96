import * as z from 'zod/mini'
import { catalogueRoutes } from './catalogue/routes.ts'
import { Category, ItemDetails, ItemFilter } from './catalogue/schema.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { Config } from './config.ts'
import { Prefs } from './accounts/prefs.ts'

/** What the server read to render a page, and the browser starts with. */
export const PageData = z.object({
  /** The stream cursor from before the data were read, formatted like `X-Stream-Position`. */
  position: z.nullable(z.string()),
  config: z.nullable(Config),
  prefs: Prefs,
  items: z.optional(z.object({ filter: ItemFilter, answer: catalogueRoutes.items.output })),
  item: z.optional(ItemDetails),
  /** The id of an item page whose item doesn't exist or isn't for sale. */
  missingItem: z.optional(z.string()),
  categories: z.optional(z.array(Category)),
  reviews: z.optional(z.object({ item: z.string(), answer: reviewRoutes.reviews.output })),
})
export type PageData = z.output<typeof PageData>

/** As the content of a JSON script element; escaped so that it can't end the element. */
export const serializePageData = (data: PageData) => JSON.stringify(z.encode(PageData, data)).replaceAll('<', '\\u003c')

export const parsePageData = (text: string): PageData =>
  z.decode(PageData, JSON.parse(text) as z.input<typeof PageData>)
