import { PackageX } from 'lucide-react'
import { memo, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link, useParams } from 'wouter'
import { idOf } from '../../shared/catalogue/rules.ts'
import { loadItem, loadRelated } from '../catalogue/lazy-actions.ts'
import { ItemView, ItemViewSkeleton } from '../catalogue/item-view.tsx'
import { itemKey, relatedKey } from '../catalogue/store.ts'
import { PageHead } from '../layout/page-head.tsx'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { laterElement, laterPart } from '../layout/lazy-part.tsx'
import { loadStorefront } from '../storefront/lazy-actions.ts'
import { storefrontKey } from '../storefront/store.ts'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

const ItemReviews = laterPart<{ id: string }>(() => import('../reviews/item-reviews.tsx'))
/** Rendered once, so that the reviews stay as the server sent them until their code is there. */
const Reviews = memo(({ id }: { id: string }) => (
  <Suspense
    fallback={
      <Loading label="Loading reviews" className="min-h-40">
        {null}
      </Loading>
    }
  >
    <ItemReviews id={id} />
  </Suspense>
))

const bestSellers = laterElement(() => import('../catalogue/best-sellers.tsx'))

export default function ItemPage() {
  const id = idOf(useParams().id ?? '')
  return <ItemDetails key={id} id={id} />
}

function ItemDetails({ id }: { id: string }) {
  const client = useClient()
  const item = useStore((state) => state.catalogue.items[id])
  const description = useStore((state) => state.catalogue.descriptions[id])
  // An item the server didn't find stays missing unless loading it in the browser succeeds.
  const [wasMissing] = useState(() => client.rendered.has(itemKey(id)) && !item)
  const loading = useLoad(itemKey(id), (signal) => loadItem(client, id, signal))
  useFailureToast(loading, 'Error loading item details')
  const relatedLoading = useLoad(relatedKey(id), (signal) => loadRelated(client, id, signal))
  const loaded = useStore((state) => state.catalogue.related[id] ?? null)
  const related = loaded ?? (relatedLoading.status === 'failed' ? nothingRelated : null)
  useLoad(storefrontKey, (signal) => loadStorefront(client, signal))
  useReloadOnChange(item?.updatedAt, loading.retry)

  if (item) {
    const failure = loading.status === 'failed' ? loading : undefined
    const reviews = <Reviews id={id} />
    return <ItemView item={item} description={description} failure={failure} related={related} reviews={reviews} />
  }
  if (wasMissing || loading.code === 'not_found' || loading.status === 'ready') return <ItemNotFound />
  if (loading.status === 'failed') {
    return (
      <div className="page-column py-16">
        <PageHead title="Service not loaded" description={loading.message} hidden />
        <ErrorState title="Error loading item details" text={loading.message} onRetry={loading.retry} />
        <p className="text-center">
          <Link href="/items" className="link">
            Browse services
          </Link>
        </p>
      </div>
    )
  }
  return <ItemViewSkeleton />
}

/** While its plans and related items can't be loaded, the item can still be bought. */
const nothingRelated = { plans: [], fromBrand: [], alsoTaken: [], inCategory: [] }

/** Events contain an item without its description, so a changed item is loaded again. */
function useReloadOnChange(updatedAt: number | undefined, reload: () => Promise<void>) {
  const [loadedAt, setLoadedAt] = useState(updatedAt)
  const onChange = useEffectEvent(reload)
  useEffect(() => {
    setLoadedAt(updatedAt)
    if (loadedAt !== undefined && updatedAt !== undefined && updatedAt > loadedAt) void onChange()
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
        action={
          <ButtonLink href="/items" variant="primary">
            Browse services
          </ButtonLink>
        }
      />
      {bestSellers}
    </div>
  )
}
