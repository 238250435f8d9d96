import { PageHead } from '../layout/page-head.tsx'
import { MarkAllRead } from '../notifications/mark-all-read.tsx'
import { NotificationList } from '../notifications/notification-list.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** The list of the bell, for where there is no room under it. */
export default function NotificationsPage() {
  return (
    <div className="page-column max-w-3xl py-6 wide:py-10">
      <PageHead title="Notifications" description="News of your orders and points." hidden />
      <PageTitle side={<MarkAllRead />}>Notifications</PageTitle>
      <div className="surface mt-5 overflow-clip">
        <NotificationList />
      </div>
    </div>
  )
}
