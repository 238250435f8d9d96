import * as z from 'zod/mini'
import { themes } from '../../shared/accounts/prefs.ts'
import { Currency } from '../../shared/accounts/schema.ts'
import { catalogueRoutes } from '../../shared/catalogue/routes.ts'
import { Category, ItemDetails, ItemList, RelatedItems } from '../../shared/catalogue/schema.ts'
import { Config } from '../../shared/config.ts'
import { ContentPage } from '../../shared/content.ts'
import type { PageData } from '../../shared/page-data.ts'
import { reviewRoutes } from '../../shared/reviews/routes.ts'
import { ShopFigures, StorefrontFigures, TopCategory } from '../../shared/storefront/schema.ts'
import { createFieldCopier } from './copy-fields.ts'

const Prefs = z.object({
  theme: z.enum(themes),
  currency: Currency,
  initials: z.string(),
  isStaff: z.optional(z.boolean()),
})
const Items = z.object({ filter: ItemList, answer: catalogueRoutes.items.output })

/** The fields of `PageData`. The browser doesn't load it. */
const PageDataSchema = z.object({
  position: z.nullable(z.string()),
  config: z.nullable(Config),
  prefs: Prefs,
  topCategories: z.optional(z.array(TopCategory)),
  items: z.optional(Items),
  rated: z.optional(Items),
  bestSellers: z.optional(catalogueRoutes.items.output),
  item: z.optional(ItemDetails),
  missingItem: z.optional(z.string()),
  related: z.optional(z.object({ item: z.string(), answer: RelatedItems })),
  content: z.optional(ContentPage),
  categories: z.optional(z.array(Category)),
  storefront: z.optional(StorefrontFigures),
  shop: z.optional(ShopFigures),
  reviews: z.optional(z.object({ item: z.string(), answer: reviewRoutes.reviews.output })),
})

/** Leaves out what the contract doesn't name, as the API's responses do: everyone can read a page's data. */
export const dropUnknownFields: (data: PageData) => PageData = createFieldCopier(PageDataSchema)
