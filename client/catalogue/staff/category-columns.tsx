import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '../../../shared/format-count.ts'
import type { StaffCategory } from '../../../shared/catalogue/staff-schema.ts'
import { DragHandle, dropIndex } from '../../staff/drag-handle.tsx'
import { Button, look } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuEntry } from '../../ui/menu.tsx'
import type { Column } from '../../ui/table.tsx'

export type CategoryColumnsOptions = {
  categories: StaffCategory[]
  onMove: (category: StaffCategory, step: number) => void
  onRename: (category: StaffCategory) => void
  onDelete: (category: StaffCategory) => void
}

/** The columns of the category list. */
export const categoryColumns = ({
  categories,
  onMove,
  onRename,
  onDelete,
}: CategoryColumnsOptions): Column<StaffCategory>[] => [
  {
    id: 'name',
    head: 'Category',
    headClass: 'w-60',
    line: 'main',
    text: true,
    skeleton: 'w-32',
    cell: ({ _id, name }) => (
      <Link
        href={`/admin/items?category=${_id}`}
        title={name}
        className="line-clamp-2 font-semibold wrap-anywhere underline-offset-4 hover:underline"
      >
        {name}
      </Link>
    ),
  },
  {
    id: 'items',
    head: 'On sale',
    headClass: 'w-20',
    align: 'end',
    line: 'sub',
    skeleton: 'skeleton-end w-6',
    cell: ({ itemCount }) => (
      <>
        {formatCount(itemCount)}
        <span className="line-only"> on sale</span>
      </>
    ),
  },
  {
    id: 'drafts',
    head: 'Drafts',
    headClass: 'w-18',
    align: 'end',
    from: 'sm',
    skeleton: 'skeleton-end w-4',
    cell: ({ draftCount }) => <Count of={draftCount} />,
  },
  {
    id: 'archived',
    head: 'Archived',
    headClass: 'w-20',
    align: 'end',
    from: 'sm',
    skeleton: 'skeleton-end w-4',
    cell: ({ archivedCount }) => <Count of={archivedCount} />,
  },
  {
    id: 'coupons',
    head: 'Coupons',
    headClass: 'w-20',
    align: 'end',
    from: 'sm',
    skeleton: 'skeleton-end w-4',
    cell: ({ couponCount }) => <Count of={couponCount} />,
  },
  {
    id: 'order',
    head: 'Order',
    headClass: 'w-30',
    align: 'end',
    line: 'end',
    className: 'cell-tools',
    skeleton: 'skeleton-button skeleton-end w-24',
    cell: (category) => {
      const index = categories.indexOf(category)
      return (
        <div className="inline-flex items-center">
          <DragHandle
            label={`Drag ${category.name} to another place`}
            onDrop={(key, isAfter) => {
              const ids = categories.map(({ _id }) => _id)
              onMove(category, dropIndex(ids, category._id, key, isAfter) - index)
            }}
          />
          <IconButton
            icon={ArrowUp}
            size="small"
            label={`Move ${category.name} up`}
            className="cell-detail"
            // Not disabled, so that it keeps the focus when the category reaches the end.
            aria-disabled={index === 0 || undefined}
            onClick={() => index > 0 && onMove(category, -1)}
          />
          <IconButton
            icon={ArrowDown}
            size="small"
            label={`Move ${category.name} down`}
            className="cell-detail"
            aria-disabled={index === categories.length - 1 || undefined}
            onClick={() => index < categories.length - 1 && onMove(category, 1)}
          />
          <div className="line-only">
            <Menu
              label={`Change ${category.name}`}
              button={<Ellipsis size={18} />}
              buttonClassName={look({ variant: 'plain' })}
            >
              <MenuEntry disabled={index === 0} onSelect={() => onMove(category, -1)}>
                Move up
              </MenuEntry>
              <MenuEntry disabled={index === categories.length - 1} onSelect={() => onMove(category, 1)}>
                Move down
              </MenuEntry>
              <MenuEntry onSelect={() => onRename(category)}>Rename</MenuEntry>
              <MenuEntry danger onSelect={() => onDelete(category)}>
                Delete
              </MenuEntry>
            </Menu>
          </div>
        </div>
      )
    },
  },
  {
    id: 'actions',
    head: 'Actions',
    headClass: 'w-43',
    align: 'end',
    skeleton: 'skeleton-button skeleton-end w-36',
    cell: (category) => (
      <span className="flex justify-end gap-1.5">
        <Button size="small" variant="plain" aria-label={`Rename ${category.name}`} onClick={() => onRename(category)}>
          Rename
        </Button>
        <Button size="small" variant="plain" aria-label={`Delete ${category.name}`} onClick={() => onDelete(category)}>
          Delete
        </Button>
      </span>
    ),
  },
]

/** A count that stands back while it is zero. */
const Count = ({ of }: { of: number }) => <span className={of === 0 ? 'text-muted' : undefined}>{formatCount(of)}</span>
