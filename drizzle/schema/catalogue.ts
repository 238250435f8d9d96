import { createdAt, id, kit, updatedAt } from '../kit.ts'

export const categories = kit.table('categories', {
  id: id(),
  name: kit.text().notNull().unique(),
  position: kit.int().notNull().default(0),
  createdAt: createdAt(),
})

/** Drawn or uploaded pictures, named by the hash of their bytes, so that a link never changes what it shows. */
export const pictures = kit.table(
  'pictures',
  {
    name: kit.text().primaryKey(),
    type: kit.text().notNull(),
    bytes: kit.bytes().notNull(),
    /** When it was last uploaded. */
    createdAt: createdAt(),
  },
  // With the name, so that looking for old ones reads no picture.
  (t) => [kit.index('pictures_by_age').on(t.createdAt, t.name)],
)

export const items = kit.table(
  'items',
  {
    id: id(),
    categoryId: kit
      .text()
      .notNull()
      .references(() => categories.id),
    name: kit.text().notNull(),
    /** The name in lower case, to sort by: the same order in both dialects. */
    sortName: kit.text().notNull().default(''),
    /** How long it is valid, in months. */
    months: kit.int().notNull(),
    price: kit.cents().notNull(),
    /** The list price; counts as a discount when above the price. */
    oldPrice: kit.cents(),
    shortDescription: kit.text().notNull().default(''),
    /** Sanitised HTML. */
    description: kit.text().notNull().default(''),
    logoLink: kit.text().notNull(),
    bannerLink: kit.text().notNull(),
    accountType: kit.text().notNull().default(''),
    features: kit.json<string[]>().notNull(),
    /** Name and short description in lower case, for the text search of both dialects. */
    searchText: kit.text().notNull(),
    starsSum: kit.int().notNull().default(0),
    reviewCount: kit.int().notNull().default(0),
    /** The average in hundredths of a star, kept so that sorting by it has an index. */
    rating: kit.int().notNull().default(0),
    archivedAt: kit.time(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    kit.index('items_by_name').on(t.sortName, t.id),
    kit.index('items_by_price').on(t.price, t.id),
    kit.index('items_by_rating').on(t.rating, t.id),
    kit.index('items_by_age').on(t.createdAt, t.id),
    kit.index('items_by_category').on(t.categoryId, t.createdAt),
  ],
)
