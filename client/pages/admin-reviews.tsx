import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { StaffReview } from '../../shared/staff.ts'
import { dayOf } from '../orders/when.ts'
import { loadMoreStaffReviews, loadStaffReviews, removeReview } from '../staff/desk-actions.ts'
import { FilterSelect } from '../staff/filter-select.tsx'
import { ListPage } from '../staff/list-page.tsx'
import { type ReviewFilter, staffReviewsKey } from '../staff/reviews-store.ts'
import { among, useAddress } from '../staff/use-address.ts'
import { useClient, useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { Stars } from '../ui/stars.tsx'
import type { Column } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'
import { useAct } from '../use-act.ts'

const stars = ['5', '4', '3', '2', '1'] as const

export default function AdminReviewsPage() {
  const client = useClient()
  const address = useAddress(['q', 'stars'])
  const filter: ReviewFilter = { q: address.filter.q, stars: among(stars, address.filter.stars) }
  const key = staffReviewsKey(filter)
  const news = useStore((state) => state.staff.reviews.news)
  const loading = useLoad(`${key}#${news}`, (signal) => loadStaffReviews(client, filter, signal))
  const list = useStore((state) => state.staff.reviews.lists[key])
  const byId = useStore((state) => state.staff.reviews.byId)
  const [removing, setRemoving] = useState<StaffReview | null>(null)

  return (
    <ListPage
      title="Reviews"
      what="reviews"
      count={list?.totalCount}
      search={{
        placeholder: 'Words, item, customer',
        value: filter.q ?? '',
        onChange: (q) => address.change({ q }),
      }}
      filters={
        <FilterSelect
          label="Stars"
          value={filter.stars}
          options={stars.map((one) => [one, one === '1' ? '1 star' : `${one} stars`])}
          onChange={(some) => address.change({ stars: some })}
        />
      }
      loading={loading}
      list={list}
      byId={byId}
      columns={columnsWith(setRemoving)}
      href={(review) => `/items/${review.item}`}
      keys={{ act: { x: setRemoving }, help: [[['x'], 'Remove it']] }}
      none={<EmptyState icon={MessageSquareText} title="No reviews yet" text="The first one appears here by itself." />}
      isFiltered={address.isSet}
      onReset={address.reset}
      onMore={() => loadMoreStaffReviews(client, filter)}
    >
      {removing && <Remove review={removing} onClose={() => setRemoving(null)} />}
    </ListPage>
  )
}

function Remove({ review, onClose }: { review: StaffReview; onClose: () => void }) {
  const client = useClient()

  const doing = useAct(
    () => removeReview(client, review._id).then(() => 'Review removed'),
    { failed: 'Error removing review' },
    onClose,
  )

  return (
    <ConfirmDialog
      open
      danger
      title="Remove this review?"
      text={
        <span className="grid gap-3">
          <span>
            It goes from {review.itemName} for good, the rating follows, and {review.user.firstName} is told.
          </span>
          <span className="rounded-md border border-line bg-card p-3 text-sm text-ink">{review.description}</span>
        </span>
      }
      confirmLabel="Remove review"
      busyLabel="Removing…"
      {...doing}
      onClose={onClose}
    />
  )
}

const columnsWith = (onRemove: (review: StaffReview) => void): Column<StaffReview>[] => [
  {
    id: 'item',
    head: 'Item',
    bare: true,
    className: 'wide:w-48',
    cell: (review) => (
      <Link href={`/items/${review.item}`} className="font-semibold underline-offset-4 hover:underline">
        {review.itemName}
      </Link>
    ),
  },
  { id: 'stars', head: 'Stars', cell: (review) => <Stars value={review.stars} className="text-sm" /> },
  {
    id: 'text',
    head: 'Review',
    bare: true,
    className: 'wide:min-w-64',
    cell: (review) => <span className="line-clamp-3 break-words">{review.description}</span>,
  },
  {
    id: 'customer',
    head: 'Customer',
    className: 'whitespace-nowrap',
    cell: (review) => (
      <span className="grid gap-1 max-wide:justify-items-end">
        <Link href={`/admin/customers/${review.user._id}`} className="underline-offset-4 hover:underline">
          {review.user.firstName} {review.user.lastName}
        </Link>
        {review.verifiedPurchase && (
          <span>
            <Badge tone="good">Bought it</Badge>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'day',
    head: 'Written',
    className: 'whitespace-nowrap text-muted wide:max-lg:hidden',
    cell: (review) => dayOf(review.createdAt),
  },
  {
    id: 'remove',
    head: 'Remove',
    bare: true,
    align: 'end',
    cell: (review) => (
      <Button
        size="small"
        className="max-wide:w-full"
        aria-label={`Remove the review by ${review.user.firstName} ${review.user.lastName}`}
        onClick={() => onRemove(review)}
      >
        Remove
      </Button>
    ),
  },
]
