import { atLeast, createdAt, id, kit } from '../kit.ts'
import { users } from './accounts.ts'
import { items } from './catalogue.ts'

export const cartLines = kit.table(
  'cart_lines',
  {
    id: id(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    itemId: kit
      .text()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    count: kit.int().notNull(),
    /** The unit price when it was added, to show when it has changed since. */
    priceWhenAdded: kit.cents().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    kit.uniqueIndex('one_line_an_item').on(t.userId, t.itemId),
    ...atLeast(1, t.count),
    ...atLeast(0, t.priceWhenAdded),
  ],
)
