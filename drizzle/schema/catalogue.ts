import { isNull } from 'drizzle-orm'
import { isDraft } from '../conditions.ts'
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
    /** The maker, whose other items are shown beside it; '' for none. */
    brand: kit.text().notNull().default(''),
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
    /** The words of the name, and of everything that describes the item (`server/catalogue/search-columns.ts`). */
    searchName: kit.text().notNull().default(''),
    searchText: kit.text().notNull(),
    starsSum: kit.int().notNull().default(0),
    reviewCount: kit.int().notNull().default(0),
    /** The average in hundredths of a star, stored so that sorting by it can use an index. */
    rating: kit.int().notNull().default(0),
    /** The rating that items are sorted by (`fairRating`); 0 in rows of an earlier version until `backfill`. */
    fairRating: kit.int().notNull().default(0),
    /** The places in the popular order, in all and in its category: higher comes first, 0 until they are computed. */
    popularity: kit.int().notNull().default(0),
    categoryPopularity: kit.int().notNull().default(0),
    /** Since when it isn't on sale; null while it is. A draft has it too, so that one condition tells what customers see. */
    archivedAt: kit.time(),
    /** Saved, but not on sale yet, or no longer. */
    draft: kit.bool().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    // What is on sale, by each sort, in all and by category. They include what customers filter by; those that filtered
    // items are counted along also `archivedAt`, because SQLite reads it in spite of their condition.
    ...[
      kit.index('items_by_popularity').on(t.popularity, t.id, t.price, t.months, t.rating, t.archivedAt),
      kit.index('items_by_name').on(t.sortName, t.id, t.price, t.months, t.rating),
      kit.index('items_by_price').on(t.price, t.id, t.months, t.rating, t.archivedAt),
      kit.index('items_by_rating').on(t.fairRating, t.id, t.price, t.months, t.rating),
      kit.index('items_by_age_on_sale').on(t.createdAt, t.id, t.price, t.months, t.rating),
      kit
        .index('items_by_category_and_popularity')
        .on(t.categoryId, t.categoryPopularity, t.id, t.price, t.months, t.rating, t.archivedAt),
      kit.index('items_by_category_and_name').on(t.categoryId, t.sortName, t.id, t.price, t.months, t.rating),
      kit.index('items_by_category_and_price').on(t.categoryId, t.price, t.id, t.months, t.rating),
      kit.index('items_by_category_and_rating').on(t.categoryId, t.fairRating, t.id, t.price, t.months, t.rating),
      kit.index('items_by_category_on_sale').on(t.categoryId, t.createdAt, t.id, t.price, t.months, t.rating),
      kit.index('items_by_brand').on(t.brand, t.popularity, t.id),
    ].map((index) => index.where(isNull(t.archivedAt))),
    // Archived or not, for staff.
    kit.index('items_by_age').on(t.createdAt, t.id, t.archivedAt),
    kit.index('items_all_by_name').on(t.sortName, t.id, t.archivedAt, t.draft),
    kit.index('items_all_by_price').on(t.price, t.id, t.archivedAt, t.draft),
    kit.index('items_by_change').on(t.updatedAt, t.id, t.archivedAt, t.draft),
    kit.index('items_by_category').on(t.categoryId, t.createdAt, t.id, t.archivedAt, t.draft),
    kit.index('items_drafts').on(t.createdAt, t.id).where(isDraft(t.draft)),
    // Pruning asks whether an item uses a picture.
    kit.index('items_by_logo').on(t.logoLink),
    kit.index('items_by_banner').on(t.bannerLink),
    ...atLeast(0, t.price, t.oldPrice, t.starsSum, t.reviewCount),
    ...atLeast(1, t.months, t.version),
    between(0, 500, t.rating),
  ],
)

/**
 * The words of the items' search columns, with a blank after and two before each, from which misspelt ones are corrected.
 * Triggers on `items` keep it.
 */
export const itemWords = kit.table('item_words', {
  word: kit.text().primaryKey(),
  /** How many items have it in their names, and at all, archived ones included. */
  nameCount: kit.int().notNull(),
  itemCount: kit.int().notNull(),
})
