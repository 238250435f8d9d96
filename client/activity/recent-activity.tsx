import { LogIn, ShoppingBag, UserPen } from 'lucide-react'
import { useState } from 'react'
import type { Activity } from '../../shared/activity.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useNow } from '../orders/use-now.ts'
import { momentOf } from '../orders/when.ts'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/empty.tsx'
import type { Icon } from '../ui/icon.ts'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { loadActivity, loadMoreActivity } from './actions.ts'
import { activityKey } from './store.ts'

const icons: Record<Activity['type'], Icon> = { purchase: ShoppingBag, login: LogIn, profile_update: UserPen }

/** What one did lately, newest first. */
export function RecentActivity() {
  const client = useClient()
  const recount = useStore((state) => state.activity.recount)
  const list = useStore((state) => state.activity.list)
  const { status, message, retry } = useLoad(`${activityKey}/${recount}`, (signal) => loadActivity(client, signal))
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
        <Loading label="Loading activity…" className="px-5 pb-5">
          <SkeletonText lines={6} />
        </Loading>
      )}
    </section>
  )
}

function Entries({ list }: { list: Activity[] }) {
  const now = useNow(60_000)
  if (list.length === 0) return <p className="border-t p-5 text-sm text-muted">Nothing yet.</p>
  return (
    <>
      <ul className="divide-y divide-line border-t">
        {list.map(({ _id, type, description, createdAt }) => {
          const Icon = icons[type]
          return (
            <li key={_id} className="flex items-start gap-3 px-4 py-2.5 text-sm sm:px-5">
              <Icon size={16} className="mt-0.5 flex-none text-muted" />
              <span className="min-w-0 flex-1">{description}</span>
              <time dateTime={new Date(createdAt).toISOString()} className="tabular flex-none text-muted">
                {momentOf(createdAt, now)}
              </time>
            </li>
          )
        })}
      </ul>
      <More />
    </>
  )
}

function More() {
  const client = useClient()
  const toast = useToast()
  const hasMore = useStore((state) => state.activity.nextCursor !== null)
  const [busy, setBusy] = useState(false)

  async function more() {
    setBusy(true)
    try {
      await loadMoreActivity(client)
    } catch (error) {
      toast(tellFailure(error, 'Failed to load activity'), { type: 'error' })
    }
    setBusy(false)
  }

  if (!hasMore) return null
  return (
    <div className="border-t p-3 text-center">
      <Button variant="plain" busy={busy} busyLabel="Loading…" onClick={() => void more()}>
        Show more
      </Button>
    </div>
  )
}
