import type { Prefs } from './accounts/prefs.ts'
import type { catalogueRoutes } from './catalogue/routes.ts'
import type { Category, ItemDetails, ItemList, RelatedItems } from './catalogue/schema.ts'
import type { Config } from './config.ts'
import type { ContentPage } from './content.ts'
import type { RouteOutput } from './contract.ts'
import type { reviewRoutes } from './reviews/routes.ts'
import type { ShopFigures, StorefrontFigures, TopCategory } from './storefront/schema.ts'

type Items = { filter: ItemList; answer: RouteOutput<typeof catalogueRoutes.items> }

/** What the server read to render a page, and the browser starts with. */
export type PageData = {
  /** The stream cursor from before the data were read, formatted like `X-Stream-Position`. */
  position: string | null
  config: Config | null
  prefs: Prefs
  topCategories?: TopCategory[]
  items?: Items
  /** The best rated items, where the page shows them besides others. */
  rated?: Items
  /** Other items than those that were searched for, if there are none. */
  bestSellers?: Items['answer']
  item?: ItemDetails
  /** The id of an item page whose item doesn't exist or isn't for sale. */
  missingItem?: string
  related?: { item: string; answer: RelatedItems }
  /** The owner's page at this address. */
  content?: ContentPage
  categories?: Category[]
  storefront?: StorefrontFigures
  shop?: ShopFigures
  reviews?: { item: string; answer: RouteOutput<typeof reviewRoutes.reviews> }
}

/**
 * As the content of a JSON script element; escaped so that it can't end the element. Amounts are in cents and times in
 * milliseconds, unlike on the wire: the page and its script come from the same build, so no schema is needed to read it.
 */
export const serializePageData = (data: PageData) => JSON.stringify(data).replaceAll('<', '\\u003c')

export const parsePageData = (text: string) => JSON.parse(text) as PageData
