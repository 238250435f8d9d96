import { Link } from 'wouter'
import { durationLabel } from '../../../shared/catalogue/rules.ts'
import { formatCount } from '../../../shared/format-count.ts'
import { formatMoney } from '../../../shared/money.ts'
import { type StaffItem, staffItemSorts } from '../../../shared/catalogue/staff-schema.ts'
import { formatDate } from '../../lib/format-date.ts'
import { DotWord } from '../../staff/dot-word.tsx'
import type { Column } from '../../ui/table.tsx'
import { SelectAll } from './select-all.tsx'
import type { Selection } from './use-selection.ts'

/** The columns of the item list; the date by which it is sorted has room at every width. */
export const itemColumns = (selection: Selection, sortedBy: string): Column<StaffItem>[] => [
  {
    id: 'select',
    head: 'Select',
    headControl: <SelectAll selection={selection} />,
    bare: true,
    line: 'tick',
    className: 'table-tick',
    skeleton: 'skeleton-tick skeleton-whole',
    cell: ({ _id, name }) => (
      <label className="cell-tick">
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
    headClass: 'w-70',
    sort: staffItemSorts.name,
    line: 'main',
    text: true,
    skeleton: [
      'cell-detail skeleton-whole float-left size-8 rounded-md',
      'w-44 @min-[37.5rem]/table:ml-11',
      'cell-detail ml-11 w-28 text-xs',
    ],
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
            title={item.name}
            className="line-clamp-2 scroll-mt-10 font-semibold wrap-anywhere underline-offset-4 hover:underline"
          >
            {item.name}
          </Link>
          <span className="cell-detail text-xs text-muted">
            <NotOnSale item={item} />
            {item.accountType}
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'category',
    head: 'Category',
    headClass: 'w-42',
    text: true,
    line: 'sub',
    skeleton: 'w-24',
    cell: (item) => (
      <span className="line-clamp-2 @max-[37.5rem]/table:line-clamp-1" title={item.category.name}>
        <span className="line-only">
          <NotOnSale item={item} />
        </span>
        {item.category.name}
      </span>
    ),
  },
  {
    id: 'duration',
    head: 'Duration',
    headClass: 'w-24',
    from: 'md',
    className: 'whitespace-nowrap',
    skeleton: 'w-16',
    cell: (item) => durationLabel(item.duration),
  },
  {
    id: 'price',
    head: 'Price',
    headClass: 'w-38',
    sort: staffItemSorts.price,
    align: 'end',
    line: 'end',
    skeleton: 'skeleton-end w-14',
    className: 'whitespace-nowrap',
    cell: (item) => <Price item={item} />,
  },
  {
    id: 'reviews',
    head: 'Reviews',
    headClass: 'w-24',
    align: 'end',
    from: 'sm',
    className: 'whitespace-nowrap',
    cell: ({ averageRating, reviewCount }) =>
      reviewCount === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        `${averageRating.toFixed(1)} (${formatCount(reviewCount)})`
      ),
  },
  {
    id: 'orders',
    head: 'Orders',
    headClass: 'w-18',
    align: 'end',
    from: 'sm',
    skeleton: 'skeleton-end w-6',
    cell: (item) => formatCount(item.orderCount),
  },
  dateColumn('created', 'Created', ({ createdAt }) => createdAt, sortedBy !== 'changed'),
  dateColumn('changed', 'Updated', ({ updatedAt }) => updatedAt, sortedBy === 'changed'),
]

const dateColumn = (
  id: 'created' | 'changed',
  head: string,
  read: (item: StaffItem) => number,
  isMain: boolean,
): Column<StaffItem> => ({
  id,
  head,
  headClass: 'w-30',
  sort: staffItemSorts[id],
  ...(isMain ? { line: 'more' } : { from: 'lg' }),
  className: 'table-nowrap text-muted',
  skeleton: 'w-20',
  cell: (item) => (
    <>
      <span className="line-only">{head} </span>
      {formatDate(read(item))}
    </>
  ),
})

/** Why customers don't see the item, in front of other words. */
function NotOnSale({ item: { draft, archivedAt } }: { item: StaffItem }) {
  if (!draft && archivedAt === null) return null
  return (
    <>
      <DotWord tone={draft ? 'waiting' : 'slate'}>{draft ? 'Draft' : 'Archived'}</DotWord>
      {' · '}
    </>
  )
}

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
