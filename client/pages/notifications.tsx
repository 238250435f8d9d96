import { PageHead } from '../layout/page-head.tsx'
import { MarkAllRead } from '../notifications/mark-all-read.tsx'
import { NotificationList } from '../notifications/notification-list.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** The notifications as a page, for narrow screens without the bell's panel. */
export default function NotificationsPage() {
  return (
    <div className="page-column py-8 wide:py-10">
      <PageHead title="Notifications" description="News about your orders and points." hidden />
      <PageTitle
        side={
          // Taller than the heading, which it doesn't push down; its words end where the list does.
          <div className="-my-1.5 -mr-3">
            <MarkAllRead />
          </div>
        }
      >
        Notifications
      </PageTitle>
      <div className="surface mt-5 overflow-clip">
        <NotificationList />
      </div>
    </div>
  )
}
