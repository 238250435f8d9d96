import { type ReactNode, Suspense, useState } from 'react'
import { categoryPath, durationLabel, itemPath } from '../../shared/catalogue/rules.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useStore } from '../client-context.tsx'
import { laterPart } from '../layout/lazy-part.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Loading as LoadingText, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { Loading } from '../use-load.ts'
import { BuyBox } from './buy-box.tsx'
import { RelatedItems } from './related-items.tsx'
import type { Related } from './store.ts'

const ProductData = laterPart(() => import('./product-data.tsx'))

export interface ItemViewProps {
  item: Item
  /** Sanitised HTML; undefined while it is loading. */
  description: string | undefined
  /** Why it couldn't be loaded. */
  failure?: Loading | undefined
  /** What to show with it; null while it is loading. */
  related: Related | null
  reviews: ReactNode
}

/** The item page: cover, price, description and reviews. */
export function ItemView({ item, description, failure, related, reviews }: ItemViewProps) {
  const plans = usePlans(item, related)
  const [tab, setTab] = useState<'description' | 'reviews'>('description')
  const { name, category, shortDescription } = item

  function showReviews() {
    setTab('reviews')
    document.getElementById('about')?.scrollIntoView({ block: 'start' })
  }

  return (
    <div className="page-column py-5 wide:py-8">
      <PageHead
        title={name}
        description={`${shortDescription} ${durationLabel(item.duration)}, ${item.accountType.toLowerCase()}.`}
        image={{ link: item.bannerLink, alt: name }}
        type="product"
        address={itemPath(item)}
      />
      <Suspense fallback={null}>
        <ProductData item={item} />
      </Suspense>
      <Breadcrumb
        path={[
          { label: 'Services', href: '/items' },
          { label: category.name, href: categoryPath(category) },
          { label: name },
        ]}
      />
      <div className="item-view">
        <div className="item-view-cover item-cover">
          <img src={item.bannerLink} alt="" width={640} height={400} fetchPriority="high" />
        </div>
        <BuyBox item={item} plans={plans} onReviews={showReviews} />
        <div id="about" className="item-view-about">
          <Tabs
            label={`About ${name}`}
            eager
            value={tab}
            onChange={setTab}
            tabs={[
              { id: 'description', label: 'Description', panel: <Description html={description} failure={failure} /> },
              { id: 'reviews', label: 'Reviews', count: item.reviewCount, panel: reviews },
            ]}
          />
        </div>
      </div>
      {related && (description !== undefined || failure) && (
        <>
          <RelatedItems title={`More from ${item.brand}`} ids={related.fromBrand} />
          <RelatedItems title="Others also bought" ids={related.alsoTaken} />
          <RelatedItems title={`Popular in ${category.name}`} ids={related.inCategory} />
        </>
      )}
    </div>
  )
}

/** The plans that are still on sale; while they are loading, those of the plan that was opened before. */
function usePlans({ _id }: Item, related: Related | null): Item[] | null {
  const items = useStore((state) => state.catalogue.items)
  const loaded = useStore((state) => state.catalogue.related)
  const ids = (related ?? Object.values(loaded).find(({ plans }) => plans.includes(_id)))?.plans
  return ids?.map((id) => items[id]).filter((plan): plan is Item => plan !== undefined) ?? null
}

function Description({ html, failure }: { html: string | undefined; failure: Loading | undefined }) {
  if (html === undefined && failure) {
    return <ErrorState title="Error loading item details" text={failure.message} onRetry={failure.retry} />
  }
  if (html === undefined) {
    return (
      <LoadingText label="Loading the description" className="max-w-prose">
        <SkeletonText lines={6} />
      </LoadingText>
    )
  }
  return (
    <>
      <h2 className="sr-only">Description</h2>
      {/* The server removes everything but paragraphs, headings, lists and links. */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}

export function ItemViewSkeleton() {
  return (
    <LoadingText label="Loading the service" className="page-column py-5 wide:py-8">
      <Skeleton className="h-5 w-64" />
      <div className="item-view">
        <Skeleton className="item-view-cover aspect-8/5 rounded-xl" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-9 w-4/5" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-9 w-36" />
          <Skeleton className="h-12 w-full" />
          <SkeletonText lines={4} />
        </div>
      </div>
    </LoadingText>
  )
}
