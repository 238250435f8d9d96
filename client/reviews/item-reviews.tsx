import { BadgeCheck, MessageSquare } from 'lucide-react'
import type { Item } from '../../shared/catalogue/schema.ts'
import type { Review } from '../../shared/reviews/schema.ts'
import { initialsOf } from '../../shared/accounts/prefs.ts'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { Stars } from '../ui/stars.tsx'
import { useLoad } from '../use-load.ts'
import { loadMoreReviews, loadReviews } from './actions.ts'
import { formatReviewDate } from './format-review-date.ts'
import { OwnReview, WriteReview } from './own-review.tsx'
import { reviewsKey } from './store.ts'

/** The reviews of an item, newest first. */
export function ItemReviews({ item }: { item: Item }) {
  const client = useClient()
  const reviews = useStore((state) => state.reviews.byItem[item._id])
  const loading = useLoad(reviewsKey(item._id), (signal) => loadReviews(client, item._id, signal))
  useFailureToast(loading, 'Error loading reviews')
  const { busy, run: loadMore } = useAct(() => loadMoreReviews(client, item._id), { failed: 'Error loading reviews' })

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
      <ul className="grid">
        {reviews.list.map((review) => (
          <ReviewRow key={review._id} review={review} itemName={item.name} />
        ))}
      </ul>
      {reviews.nextCursor && (
        <ShowMore shown={reviews.list.length} total={reviews.totalCount} busy={busy} onMore={loadMore} />
      )}
    </div>
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
        {isOwn && <OwnReview review={review} itemName={itemName} />}
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
