import { Link } from 'wouter'
import { durationLabel } from '../../../shared/catalogue/rules.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type StaffItem, staffItemSorts } from '../../../shared/catalogue/staff-schema.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'

export type ItemSelection = { has: (id: string) => boolean; toggle: (id: string) => void }

/** The columns of the item list. */
export const itemColumns = (selection: ItemSelection): Column<StaffItem>[] => [
  {
    id: 'select',
    head: 'Select',
    bare: true,
    className: 'w-10',
    cell: ({ _id, name }) => (
      <label className="grid size-11 -m-2 place-items-center wide:size-8">
        <input
          type="checkbox"
          className="tick"
          aria-label={`Select ${name}`}
          checked={selection.has(_id)}
          onChange={() => selection.toggle(_id)}
        />
      </label>
    ),
  },
  {
    id: 'name',
    head: 'Item',
    sort: staffItemSorts.name,
    line: 'main',
    text: true,
    cell: (item) => (
      <span className="flex min-w-0 items-center gap-3">
        <img
          src={item.logoLink}
          alt=""
          width={32}
          height={32}
          loading="lazy"
          className="cell-detail size-8 flex-none rounded-md"
        />
        <span className="grid min-w-0">
          <Link
            href={`/admin/items/${item._id}`}
            className="scroll-mt-32 font-semibold underline-offset-4 hover:underline"
          >
            {item.name}
          </Link>
          <span className="cell-detail text-xs text-muted">{item.accountType}</span>
        </span>
      </span>
    ),
  },
  { id: 'category', head: 'Category', text: true, line: 'sub', cell: (item) => item.category.name },
  {
    id: 'duration',
    head: 'Duration',
    from: 'md',
    className: 'whitespace-nowrap',
    cell: (item) => durationLabel(item.duration),
  },
  {
    id: 'price',
    head: 'Price',
    sort: staffItemSorts.price,
    align: 'end',
    line: 'end',
    className: 'whitespace-nowrap',
    cell: (item) => <Price item={item} />,
  },
  {
    id: 'reviews',
    head: 'Reviews',
    align: 'end',
    from: 'sm',
    className: 'whitespace-nowrap',
    cell: ({ averageRating, reviewCount }) =>
      reviewCount === 0 ? <span className="text-muted">–</span> : `${averageRating.toFixed(1)} (${reviewCount})`,
  },
  { id: 'orders', head: 'Orders', align: 'end', from: 'sm', cell: (item) => item.orderCount },
  {
    id: 'changed',
    head: 'Updated',
    sort: staffItemSorts.changed,
    line: 'action',
    className: 'whitespace-nowrap',
    cell: ({ archivedAt, draft, updatedAt }) => {
      if (draft) return <Badge tone="waiting">Draft</Badge>
      if (archivedAt !== null) return <Badge tone="slate">Archived</Badge>
      return <span className="text-muted">{formatDate(updatedAt)}</span>
    },
  },
]

function Price({ item: { price, originalPrice } }: { item: StaffItem }) {
  return (
    <span>
      {originalPrice !== null && (
        <s className="cell-detail mr-2 text-xs text-muted">
          <span className="sr-only">Old price: </span>
          {formatMoney(originalPrice)}
        </s>
      )}
      <span className="font-semibold">{formatMoney(price)}</span>
    </span>
  )
}
