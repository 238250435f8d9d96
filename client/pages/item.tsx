import { PackageX } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useParams } from 'wouter'
import { loadItem } from '../catalogue/actions.ts'
import { ItemView, ItemViewSkeleton } from '../catalogue/item-view.tsx'
import { itemKey } from '../catalogue/store.ts'
import { PageHead } from '../layout/page-head.tsx'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { ItemReviews } from '../reviews/item-reviews.tsx'
import { useClient, useStore } from '../store.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'

export default function ItemPage() {
  const { id = '' } = useParams()
  return <OneItem key={id} id={id} />
}

function OneItem({ id }: { id: string }) {
  const client = useClient()
  const item = useStore((state) => state.catalogue.items[id])
  const description = useStore((state) => state.catalogue.descriptions[id])
  // What the server did not find stays not found, unless the browser is told otherwise.
  const [wasMissing] = useState(useStore((state) => !state.accounts.ready) && !item)
  const loading = useLoad(itemKey(id), (signal) => loadItem(client, id, signal))
  useFailureToast(loading, 'Error loading item details')
  useAgain(item?.updatedAt, loading.retry)

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

/** Events bring an item without its description: once it was changed, it is read again. */
function useAgain(updatedAt: number | undefined, read: () => void) {
  const [known, setKnown] = useState(updatedAt)
  const again = useEffectEvent(read)
  useEffect(() => {
    setKnown(updatedAt)
    if (known !== undefined && updatedAt !== undefined && updatedAt > known) again()
  }, [known, updatedAt])
}

function ItemNotFound() {
  return (
    <div className="page-column py-16">
      <PageHead title="Item not found" description="This service is not offered any more, or never was." hidden />
      <EmptyState
        level={1}
        icon={PackageX}
        title="Item not found"
        text="It may not be offered any more, or the address is mistyped."
        action={<ButtonLink href="/items">Browse services</ButtonLink>}
      />
    </div>
  )
}
