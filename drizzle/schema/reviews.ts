import { between, createdAt, id, kit, updatedAt } from '../kit.ts'
import { users } from './accounts.ts'
import { items } from './catalogue.ts'

export const reviews = kit.table(
  'reviews',
  {
    id: id(),
    itemId: kit
      .text()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stars: kit.int().notNull(),
    description: kit.text().notNull(),
    /** `searchText` of the description; '' in rows of an earlier version until `backfill`. */
    searchText: kit.text().notNull().default(''),
    /** `reviewRank`: verified purchases first, then the newest; 0 in rows of an earlier version until `backfill`. */
    rank: kit.cents().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    kit.uniqueIndex('one_review_a_person').on(t.itemId, t.userId),
    kit.index('reviews_by_item').on(t.itemId, t.createdAt, t.id),
    kit.index('reviews_by_item_and_rank').on(t.itemId, t.rank, t.id),
    kit.index('reviews_by_item_and_stars').on(t.itemId, t.stars, t.id),
    kit.index('reviews_by_stars').on(t.stars, t.createdAt, t.id),
    kit.index('reviews_by_stars_and_id').on(t.stars, t.id),
    kit.index('reviews_by_user').on(t.userId),
    kit.index('reviews_by_age').on(t.createdAt, t.id),
    between(1, 5, t.stars),
  ],
)

/** Reviews that staff removed: their author can't review the item again for a while. */
export const removedReviews = kit.table(
  'removed_reviews',
  {
    itemId: kit
      .text()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    removedAt: kit.time().notNull(),
  },
  (t) => [kit.primaryKey({ columns: [t.itemId, t.userId] }), kit.index('removed_reviews_by_user').on(t.userId)],
)
