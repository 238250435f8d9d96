import { isNull } from 'drizzle-orm'
import { atLeast, between, createdAt, id, kit, updatedAt, version } from '../kit.ts'

export const categories = kit.table(
  'categories',
  {
    id: id(),
    name: kit.text().notNull().unique(),
    position: kit.int().notNull().default(0),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => atLeast(1, t.version),
)

/** Generated or uploaded pictures, named by the hash of their bytes, so that a link always shows the same picture. */
export const pictures = kit.table(
  'pictures',
  {
    name: kit.text().primaryKey(),
    type: kit.text().notNull(),
    bytes: kit.bytes().notNull(),
    /** When it was last uploaded. */
    createdAt: createdAt(),
  },
  // Includes the name, so that finding old pictures doesn't read their bytes.
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
    /** The name in lower case, so that both dialects sort alike. */
    sortName: kit.text().notNull().default(''),
    /** Validity in months. */
    months: kit.int().notNull(),
    price: kit.cents().notNull(),
    /** The list price; shown as a discount when above the price. */
    oldPrice: kit.cents(),
    shortDescription: kit.text().notNull().default(''),
    /** Sanitised HTML. */
    description: kit.text().notNull().default(''),
    logoLink: kit.text().notNull(),
    bannerLink: kit.text().notNull(),
    accountType: kit.text().notNull().default(''),
    features: kit.json<string[]>().notNull(),
    /** `searchText` of the name and the short description. */
    searchText: kit.text().notNull(),
    starsSum: kit.int().notNull().default(0),
    reviewCount: kit.int().notNull().default(0),
    /** The average in hundredths of a star, stored so that sorting by it can use an index. */
    rating: kit.int().notNull().default(0),
    archivedAt: kit.time(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    // What is on sale, by each sort, in all and by category. They include the price, by which customers filter.
    kit.index('items_by_name').on(t.sortName, t.id, t.price).where(isNull(t.archivedAt)),
    kit.index('items_by_price').on(t.price, t.id).where(isNull(t.archivedAt)),
    kit.index('items_by_rating').on(t.rating, t.id, t.price).where(isNull(t.archivedAt)),
    kit.index('items_by_age_on_sale').on(t.createdAt, t.id, t.price).where(isNull(t.archivedAt)),
    kit.index('items_by_category_and_name').on(t.categoryId, t.sortName, t.id, t.price).where(isNull(t.archivedAt)),
    kit.index('items_by_category_and_price').on(t.categoryId, t.price, t.id).where(isNull(t.archivedAt)),
    kit.index('items_by_category_and_rating').on(t.categoryId, t.rating, t.id, t.price).where(isNull(t.archivedAt)),
    kit.index('items_by_category_on_sale').on(t.categoryId, t.createdAt, t.id, t.price).where(isNull(t.archivedAt)),
    // Archived or not, for staff.
    kit.index('items_by_age').on(t.createdAt, t.id, t.archivedAt),
    kit.index('items_by_category').on(t.categoryId, t.createdAt, t.id, t.archivedAt),
    // Pruning asks whether an item uses a picture.
    kit.index('items_by_logo').on(t.logoLink),
    kit.index('items_by_banner').on(t.bannerLink),
    ...atLeast(0, t.price, t.oldPrice, t.starsSum, t.reviewCount),
    ...atLeast(1, t.months, t.version),
    between(0, 500, t.rating),
  ],
)
