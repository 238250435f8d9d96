import { createdAt, id, kit } from '../kit.ts'
import { users } from './accounts.ts'

export const notifications = kit.table(
  'notifications',
  {
    id: id(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kit.oneOf('success', 'error', 'warning', 'info').notNull().default('info'),
    message: kit.text().notNull(),
    /** The page of the store that it is about. */
    link: kit.text(),
    read: kit.bool().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    kit.index('notifications_by_user').on(t.userId, t.createdAt, t.id),
    kit.index('notifications_unread').on(t.userId, t.read),
  ],
)

/** What a person did lately: purchases, sign-ins, changes of the profile. */
export const activity = kit.table(
  'activity',
  {
    id: id(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kit.oneOf('purchase', 'login', 'profile_update').notNull(),
    description: kit.text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [kit.index('activity_by_user').on(t.userId, t.createdAt, t.id)],
)
