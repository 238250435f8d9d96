import { LogIn, ShoppingBag, UserPen } from 'lucide-react'
import type { Activity } from '../../shared/activity/schema.ts'
import { useAct } from '../lib/use-act.ts'
import { useNow } from '../lib/use-now.ts'
import { formatMoment } from '../lib/format-date.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/empty.tsx'
import type { Icon } from '../ui/icon.ts'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'
import { loadActivity, loadMoreActivity } from './actions.ts'
import { activityKey } from './store.ts'

const icons: Record<Activity['type'], Icon> = { purchase: ShoppingBag, login: LogIn, profile_update: UserPen }

/** The user's activity log, newest first. */
export function RecentActivity() {
  const client = useClient()
  const refetchCount = useStore((state) => state.activity.statsVersion)
  const list = useStore((state) => state.activity.list)
  const { status, message, retry } = useLoad(`${activityKey}/${refetchCount}`, (signal) => loadActivity(client, signal))
  return (
    <section aria-labelledby="activity" className="surface overflow-clip">
      <h2 id="activity" className="p-4 pb-2 text-lg sm:px-5">
        Recent activity
      </h2>
      {list ? (
        <Entries list={list} />
      ) : status === 'failed' ? (
        <ErrorState title="Failed to load activity" text={message} onRetry={retry} />
      ) : (
        <Loading label="Loading activity…" className="skeleton-group skeleton-rows divide-y divide-line border-t">
          {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
            <div key={row} className="flex gap-2 px-4 py-2.5 text-sm sm:px-5">
              <Skeleton className="mt-0.5 size-4 flex-none" />
              <SkeletonLine className="w-44" />
              <SkeletonLine className="skeleton-end w-16 flex-none" />
            </div>
          ))}
        </Loading>
      )}
    </section>
  )
}

function Entries({ list }: { list: Activity[] }) {
  const now = useNow(60_000)
  if (list.length === 0) return <p className="border-t p-5 text-sm text-muted">No activity yet.</p>
  return (
    <>
      <ul className="divide-y divide-line border-t">
        {list.map(({ _id, type, description, createdAt }) => {
          const Icon = icons[type]
          return (
            <li key={_id} className="flex flex-wrap items-start justify-end gap-2 px-4 py-2.5 text-sm sm:px-5">
              <Icon size={16} className="mt-0.5 flex-none text-muted" />
              <span className="min-w-0 flex-1 basis-24">{description}</span>
              <time dateTime={new Date(createdAt).toISOString()} className="tabular flex-none text-muted">
                {formatMoment(createdAt, now)}
              </time>
            </li>
          )
        })}
      </ul>
      <ShowMoreActivity />
    </>
  )
}

function ShowMoreActivity() {
  const client = useClient()
  const hasMore = useStore((state) => state.activity.nextCursor !== null)
  const { busy, run } = useAct(() => loadMoreActivity(client), { failed: 'Failed to load activity' })

  if (!hasMore) return null
  return (
    <div className="border-t p-3 text-center">
      <Button variant="plain" busy={busy} busyLabel="Loading…" onClick={() => run()}>
        Show more
      </Button>
    </div>
  )
}
