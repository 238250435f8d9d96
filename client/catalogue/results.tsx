import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useToast } from '../ui/toast.tsx'
import type { Loading } from '../use-load.ts'
import { loadMoreItems } from './actions.ts'
import type { Filter } from './address.ts'
import { ItemGrid, ItemGridSkeleton } from './item-grid.tsx'
import type { Shown } from './use-shown.ts'

export interface ResultsProps {
  filter: Filter
  shown: Shown | null
  loading: Loading
  onReset: () => void
}

/** What was found. While another filter is being asked for, what was there stays in place, dimmed. */
export function Results({ filter, shown, loading, onReset }: ResultsProps) {
  const grid = 'item-grid'
  if (loading.status === 'failed' && (!shown || shown.isOld)) {
    return <ErrorState title="Error loading items" text="The services could not be fetched." onRetry={loading.retry} />
  }
  if (!shown) return <ItemGridSkeleton count={12} className={grid} />
  if (shown.list.ids.length === 0 && !shown.isOld) {
    return (
      <EmptyState
        icon={SearchX}
        title="No services found"
        text="Nothing fits all of these filters at once."
        action={<Button onClick={onReset}>Reset filters</Button>}
      />
    )
  }
  return (
    <div aria-busy={shown.isOld} className={shown.isOld ? 'results results-old' : 'results'}>
      <ItemGrid ids={shown.list.ids} early={4} className={grid} />
      {!shown.isOld && <More filter={filter} shown={shown} />}
    </div>
  )
}

function More({ filter, shown: { list } }: { filter: Filter; shown: Shown }) {
  const client = useClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function showMore() {
    setBusy(true)
    try {
      await loadMoreItems(client, filter)
    } catch (error) {
      toast(tellFailure(error, 'Error loading items'), { type: 'error' })
    }
    setBusy(false)
  }
  return <ShowMore shown={list.ids.length} total={list.totalCount} busy={busy} onMore={() => void showMore()} />
}
