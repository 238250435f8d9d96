import { activityTypes } from '../../shared/activity/schema.ts'
import { notificationTypes } from '../../shared/notifications/schema.ts'
import { isNotRead } from '../conditions.ts'
import { createdAt, enumerated, id, kit } from '../kit.ts'
import { users } from './accounts.ts'

export const notifications = kit.table(
  'notifications',
  {
    id: id(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kit
      .oneOf(...notificationTypes)
      .notNull()
      .default('info'),
    message: kit.text().notNull(),
    /** The path of the page it is about. */
    link: kit.text(),
    /** Marked as read by itself; those before `users.notificationsReadAt` are read too. */
    read: kit.bool().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    kit.index('notifications_by_user').on(t.userId, t.createdAt, t.id),
    kit.index('notifications_unread').on(t.userId, t.createdAt, t.id).where(isNotRead(t.read)),
    kit.index('notifications_unread_by_link').on(t.userId, t.link, t.createdAt, t.id).where(isNotRead(t.read)),
    enumerated(t.type, notificationTypes),
  ],
)

/** A user's recent activity: purchases, logins and profile changes. */
export const activity = kit.table(
  'activity',
  {
    id: id(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: kit.oneOf(...activityTypes).notNull(),
    description: kit.text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [kit.index('activity_by_user').on(t.userId, t.createdAt, t.id), enumerated(t.type, activityTypes)],
)
