import { BadgeCheck, MessageSquare } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Item } from '../../shared/catalogue/schema.ts'
import type { Review } from '../../shared/reviews/schema.ts'
import { type ReviewSort, reviewSortLabels, reviewSorts } from '../../shared/reviews/sorts.ts'
import { initialsOf } from '../../shared/accounts/prefs.ts'
import { lazyPart } from '../layout/lazy-part.tsx'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Select } from '../ui/input.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { Stars } from '../ui/stars.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useLoad } from '../use-load.ts'
import { loadMoreReviews, loadReviews } from './lazy-actions.ts'
import { formatReviewDate } from './format-review-date.ts'
import { StarBars } from './star-bars.tsx'
import { defaultReviewSort, reviewsKey } from './store.ts'
import { WriteReview } from './write-review.tsx'

const OwnReview = lazyPart<{ review: Review; itemName: string }>(() => import('./own-review.tsx'))

export default function ReviewsOfItem({ id }: { id: string }) {
  const item = useStore((state) => state.catalogue.items[id])
  return item ? <ItemReviews item={item} /> : null
}

/** The reviews of an item: how many have how many stars, and each, verified purchases first unless sorted otherwise. */
function ItemReviews({ item }: { item: Item }) {
  const client = useClient()
  const reviews = useStore((state) => state.reviews.byItem[item._id])
  const [sortBy, setSortBy] = useState<ReviewSort>(defaultReviewSort)
  const list = { item: item._id, sortBy }
  const loading = useLoad(reviewsKey(item._id, sortBy), (signal) => loadReviews(client, list, signal))
  useFailureToast(loading, 'Error loading reviews')
  const { busy, run: loadMore } = useAct(() => loadMoreReviews(client, list), { failed: 'Error loading reviews' })

  if (!reviews && loading.status === 'failed') {
    return <ErrorState title="Error loading reviews" onRetry={loading.retry} />
  }
  if (!reviews) return <ReviewsSkeleton />
  if (reviews.list.length === 0) {
    return (
      <EmptyState
        level={2}
        icon={MessageSquare}
        title="No reviews yet"
        text="Be the first to review this service."
        action={<WriteReview item={item} />}
      />
    )
  }
  return (
    <div className="grid max-w-[68ch] gap-6">
      <h2 className="sr-only">Reviews</h2>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="heading tabular text-4xl">{item.averageRating.toFixed(1)}</p>
        <div className="mr-auto">
          <Stars value={item.averageRating} className="text-lg" />
          <p className="tabular text-sm text-muted">
            {item.reviewCount === 1 ? 'from 1 review' : `from ${item.reviewCount} reviews`}
          </p>
        </div>
        <WriteReview item={item} />
      </div>
      <StarBars counts={reviews.starCounts} />
      {reviews.totalCount > 1 && <SortSelect value={sortBy} onChange={setSortBy} />}
      <p className="text-sm text-muted">
        “Verified purchase” means that this person ordered and received it here. Anyone with an account can write a
        review.
      </p>
      <ul className="grid" aria-busy={reviews.sortBy !== sortBy}>
        {reviews.list.map((review) => (
          <ReviewRow key={review._id} review={review} itemName={item.name} />
        ))}
      </ul>
      {reviews.nextCursor && reviews.sortBy === sortBy && (
        <ShowMore shown={reviews.list.length} total={reviews.totalCount} busy={busy} onMore={loadMore} />
      )}
    </div>
  )
}

function SortSelect({ value, onChange }: { value: ReviewSort; onChange: (sort: ReviewSort) => void }) {
  const hydrated = useHydrated()
  return (
    <label className="flex w-fit items-center gap-2">
      <span className="text-sm text-muted">Sort by</span>
      <Select
        autoComplete="off"
        disabled={!hydrated}
        value={value}
        onChange={(event) => onChange(event.target.value as ReviewSort)}
      >
        {reviewSorts.map((sort) => (
          <option key={sort} value={sort}>
            {reviewSortLabels[sort]}
          </option>
        ))}
      </Select>
    </label>
  )
}

function ReviewRow({ review, itemName }: { review: Review; itemName: string }) {
  const isOwn = useStore((state) => state.accounts.user?._id === review.user._id)
  const { user, stars, description, verifiedPurchase, createdAt } = review
  return (
    <li className="flex gap-3 border-t py-5 first:border-t-0 first:pt-0">
      <Avatar initials={initialsOf(user)} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">
            {user.firstName} {user.lastName}
          </span>
          {verifiedPurchase && (
            <Badge tone="good" icon={BadgeCheck}>
              Verified purchase
            </Badge>
          )}
        </div>
        <p className="mt-0.5 flex items-center gap-2 text-sm text-muted">
          <Stars value={stars} />
          <time dateTime={new Date(createdAt).toISOString()}>{formatReviewDate(createdAt)}</time>
        </p>
        <p className="mt-2 whitespace-pre-line">{description}</p>
        {isOwn && (
          <Suspense fallback={<div className="mt-3 h-8" />}>
            <OwnReview review={review} itemName={itemName} />
          </Suspense>
        )}
      </div>
    </li>
  )
}

function ReviewsSkeleton() {
  return (
    <Loading label="Loading reviews" className="grid max-w-[68ch] gap-6">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-8 rounded-full" />
          <SkeletonText lines={3} className="flex-1" />
        </div>
      ))}
    </Loading>
  )
}
