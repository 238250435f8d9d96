import { PackageX } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useParams } from 'wouter'
import { itemIdOf } from '../../shared/catalogue/rules.ts'
import { loadItem } from '../catalogue/actions.ts'
import { ItemView, ItemViewSkeleton } from '../catalogue/item-view.tsx'
import { itemKey } from '../catalogue/store.ts'
import { PageHead } from '../layout/page-head.tsx'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { ItemReviews } from '../reviews/item-reviews.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'

export default function ItemPage() {
  const id = itemIdOf(useParams().id ?? '')
  return <ItemDetails key={id} id={id} />
}

function ItemDetails({ id }: { id: string }) {
  const client = useClient()
  const item = useStore((state) => state.catalogue.items[id])
  const description = useStore((state) => state.catalogue.descriptions[id])
  // An item the server didn't find stays missing unless loading it in the browser succeeds.
  const [wasMissing] = useState(useStore((state) => !state.accounts.ready) && !item)
  const loading = useLoad(itemKey(id), (signal) => loadItem(client, id, signal))
  useFailureToast(loading, 'Error loading item details')
  useReloadOnChange(item?.updatedAt, loading.retry)

  if (item) return <ItemView item={item} description={description} reviews={<ItemReviews item={item} />} />
  if (wasMissing || loading.code === 'not_found' || loading.status === 'ready') return <ItemNotFound />
  if (loading.status === 'failed') {
    return (
      <div className="page-column py-16">
        <ErrorState title="Error loading item details" onRetry={loading.retry} />
      </div>
    )
  }
  return <ItemViewSkeleton />
}

/** Events contain an item without its description, so a changed item is loaded again. */
function useReloadOnChange(updatedAt: number | undefined, reload: () => void) {
  const [loadedAt, setLoadedAt] = useState(updatedAt)
  const onChange = useEffectEvent(reload)
  useEffect(() => {
    setLoadedAt(updatedAt)
    if (loadedAt !== undefined && updatedAt !== undefined && updatedAt > loadedAt) onChange()
  }, [loadedAt, updatedAt])
}

function ItemNotFound() {
  return (
    <div className="page-column py-16">
      <PageHead title="Item not found" description="This service isn’t available." hidden />
      <EmptyState
        level={1}
        icon={PackageX}
        title="Item not found"
        text="It may no longer be available, or the link may be mistyped."
        action={<ButtonLink href="/items">Browse services</ButtonLink>}
      />
    </div>
  )
}
