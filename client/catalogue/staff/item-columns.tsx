import { Link } from 'wouter'
import { durationLabel } from '../../../shared/catalogue/rules.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { StaffItem } from '../../../shared/catalogue/staff-schema.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'

/** The columns of the item list. */
export const itemColumns: Column<StaffItem>[] = [
  {
    id: 'item',
    head: 'Item',
    bare: true,
    text: true,
    cell: (item) => (
      <span className="flex min-w-0 items-center gap-3">
        <img src={item.logoLink} alt="" width={32} height={32} loading="lazy" className="size-8 flex-none rounded-md" />
        <span className="grid min-w-0">
          <Link
            href={`/admin/items/${item._id}`}
            className="scroll-mt-32 font-semibold underline-offset-4 hover:underline"
          >
            {item.name}
          </Link>
          <span className="text-xs text-muted">{item.accountType}</span>
        </span>
      </span>
    ),
  },
  { id: 'category', head: 'Category', text: true, cell: (item) => item.category.name },
  {
    id: 'duration',
    head: 'Duration',
    className: 'whitespace-nowrap',
    cell: (item) => durationLabel(item.duration),
  },
  { id: 'price', head: 'Price', align: 'end', className: 'whitespace-nowrap', cell: (item) => <Price item={item} /> },
  {
    id: 'reviews',
    head: 'Reviews',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ averageRating, reviewCount }) =>
      reviewCount === 0 ? <span className="text-muted">None</span> : `${averageRating.toFixed(1)} (${reviewCount})`,
  },
  { id: 'orders', head: 'Orders', align: 'end', cell: (item) => item.orderCount },
  {
    id: 'changed',
    head: 'Updated',
    className: 'whitespace-nowrap',
    cell: ({ archivedAt, updatedAt }) =>
      archivedAt === null ? (
        <span className="text-muted">{formatDate(updatedAt)}</span>
      ) : (
        <Badge tone="slate">Archived</Badge>
      ),
  },
]

function Price({ item: { price, originalPrice } }: { item: StaffItem }) {
  return (
    <span className="wide:grid">
      {originalPrice !== null && (
        <s className="text-xs text-muted max-wide:mr-2">
          <span className="sr-only">Old price: </span>
          {formatMoney(originalPrice)}
        </s>
      )}
      <span className="font-semibold">{formatMoney(price)}</span>
    </span>
  )
}
