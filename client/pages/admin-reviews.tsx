import { BadgeCheck, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Reason } from '../../shared/orders/staff-schema.ts'
import { type StaffReview, staffReviewSorts } from '../../shared/reviews/staff-schema.ts'
import { formatDate } from '../lib/format-date.ts'
import { loadMoreStaffReviews, loadStaffReviews, removeReview } from '../reviews/staff/actions.ts'
import { cutLine } from '../staff/cut-line.ts'
import { FilterSelect } from '../staff/filter-select.tsx'
import { ReasonField } from '../staff/reason-field.tsx'
import { countFilters } from '../staff/list-filters.tsx'
import { ListPage } from '../staff/list-page.tsx'
import { parseSort, tableSort } from '../staff/list-sort.ts'
import type { StaffReviewFilter } from '../reviews/staff/state.ts'
import { staffReviewsKey } from '../reviews/staff/store.ts'
import { oneOf, useQueryFilters } from '../lib/use-query-filters.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { ExpandableText } from '../ui/expandable-text.tsx'
import { Stars } from '../ui/stars.tsx'
import type { Column } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'
import { useAct } from '../lib/use-act.ts'

const stars = ['5', '4', '3', '2', '1'] as const

export default function AdminReviewsPage() {
  const client = useClient()
  const query = useQueryFilters(['q', 'stars', 'sort', 'direction'])
  const filter: StaffReviewFilter = {
    q: query.filter.q,
    stars: oneOf(stars, query.filter.stars),
    ...parseSort(staffReviewSorts, query.filter),
  }
  const key = staffReviewsKey(filter)
  const version = useStore((state) => state.staffReviews.listsVersion)
  const loading = useLoad(`${key}#${version}`, (signal) => loadStaffReviews(client, filter, signal))
  const list = useStore((state) => state.staffReviews.lists[key])
  const byId = useStore((state) => state.staffReviews.byId)
  const [removing, setRemoving] = useState<StaffReview | null>(null)

  return (
    <ListPage
      title="Reviews"
      noun="reviews"
      count={list?.totalCount}
      search={{
        placeholder: 'Text, item or customer',
        value: filter.q ?? '',
        onChange: (q) => query.change({ q }),
      }}
      filters={
        <FilterSelect
          label="Stars"
          value={filter.stars}
          options={stars.map((count) => [count, count === '1' ? '1 star' : `${count} stars`])}
          onChange={(count) => query.change({ stars: count })}
        />
      }
      filterCount={countFilters(query.filter)}
      loading={loading}
      list={list}
      byId={byId}
      columns={reviewColumns(setRemoving)}
      sort={tableSort(staffReviewSorts, filter, query.change)}
      href={(review) => `/items/${review.item}`}
      keys={{ actions: { x: setRemoving }, help: [[['x'], 'Remove']] }}
      empty={
        <EmptyState icon={MessageSquareText} title="No reviews yet" text="New reviews appear here automatically." />
      }
      isFiltered={query.isSet}
      onReset={query.reset}
      onLoadMore={() => loadMoreStaffReviews(client, filter)}
    >
      {removing && <RemoveReview review={removing} onClose={() => setRemoving(null)} />}
    </ListPage>
  )
}

function RemoveReview({ review, onClose }: { review: StaffReview; onClose: () => void }) {
  const client = useClient()

  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const { busy, run } = useAct(
    async () => {
      await removeReview(client, review._id, reason.trim())
      return 'Review removed'
    },
    { failed: 'The review could not be removed', onDone: onClose },
  )

  function remove() {
    const issue = reason.trim() ? Reason.safeParse(reason).error?.issues[0] : undefined
    if (issue) setError(issue.message)
    else run()
  }

  return (
    <ConfirmDialog
      open
      danger
      title="Remove this review?"
      text={
        <span className="grid gap-3">
          <span>
            It will be deleted from {review.itemName} and no longer count towards the rating. {review.user.firstName}{' '}
            will be notified and can write another review of it in a week.
          </span>
          <span className="rounded-md border border-line bg-card p-3 text-sm text-ink">{review.description}</span>
        </span>
      }
      confirmLabel="Remove review"
      busyLabel="Removing…"
      busy={busy}
      onConfirm={remove}
      onClose={onClose}
    >
      <ReasonField
        optional
        suggestions={suggestedReasons}
        value={reason}
        onChange={(text) => {
          setReason(text)
          setError('')
        }}
        onSubmit={remove}
        error={error || undefined}
      />
    </ConfirmDialog>
  )
}

const suggestedReasons = [
  'It advertises another shop.',
  'It contains personal data.',
  'It insults someone.',
  'It is not about this item.',
]

const reviewColumns = (onRemove: (review: StaffReview) => void): Column<StaffReview>[] => [
  {
    id: 'item',
    head: 'Item',
    text: true,
    line: 'sub',
    skeleton: 'w-32',
    className: 'table-name',
    cell: (review) => (
      <Link
        href={`/items/${review.item}`}
        title={review.itemName}
        className={classNames(cutLine, 'line-clamp-2 font-semibold wrap-anywhere underline-offset-4 hover:underline')}
      >
        {review.itemName}
      </Link>
    ),
  },
  {
    id: 'stars',
    head: 'Stars',
    headClass: '@min-[72rem]/table:min-w-25',
    sort: staffReviewSorts.stars,
    line: 'key',
    skeleton: 'w-18',
    cell: (review) => <Stars value={review.stars} className="text-sm" />,
  },
  {
    id: 'text',
    head: 'Review',
    line: 'below',
    skeleton: ['w-full max-w-112', 'line-only w-3/5'],
    className: 'table-grow',
    cell: (review) => <ExpandableText text={review.description} clamp="line-clamp-2" />,
  },
  {
    id: 'customer',
    head: 'Customer',
    text: true,
    line: 'main',
    className: 'table-name',
    cell: (review) => (
      <span className="flex flex-wrap items-baseline gap-x-2 @max-[37.5rem]/table:flex-nowrap @max-[37.5rem]/table:items-center @max-[37.5rem]/table:gap-x-1">
        <Link
          href={`/admin/customers/${review.user._id}`}
          title={`${review.user.firstName} ${review.user.lastName}`}
          className="max-w-full min-w-0 underline-offset-4 hover:underline"
        >
          <span className={classNames(cutLine, 'line-clamp-2')}>
            {review.user.firstName} {review.user.lastName}
          </span>
        </Link>
        {review.verifiedPurchase && (
          <>
            <span className="cell-detail text-xs whitespace-nowrap text-muted">Verified purchase</span>
            <span className="line-only flex-none" title="Verified purchase">
              <BadgeCheck size={16} className="text-accent" />
              <span className="sr-only">Verified purchase</span>
            </span>
          </>
        )}
      </span>
    ),
  },
  {
    id: 'written',
    head: 'Written',
    headClass: '@min-[72rem]/table:min-w-30',
    sort: staffReviewSorts.written,
    from: 'md',
    line: 'action',
    className: 'whitespace-nowrap text-muted',
    cell: (review) => formatDate(review.createdAt),
  },
  {
    id: 'remove',
    head: 'Actions',
    headClass: '@min-[72rem]/table:min-w-25',
    align: 'end',
    line: 'end',
    skeleton: 'skeleton-button skeleton-plain skeleton-end w-18',
    cell: (review) => (
      <Button
        size="small"
        variant="plain"
        aria-label={`Remove the review by ${review.user.firstName} ${review.user.lastName}`}
        onClick={() => onRemove(review)}
      >
        Remove
      </Button>
    ),
  },
]
