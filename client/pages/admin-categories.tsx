import { FolderTree, Plus } from 'lucide-react'
import { useState } from 'react'
import type { StaffCategory } from '../../shared/catalogue/staff-schema.ts'
import type { KeyHelp } from '../staff/keyboard-help.tsx'
import { ListTable } from '../staff/list-table.tsx'
import { CountSkeleton, StaffPage } from '../staff/staff-page.tsx'
import { useGoneNotice } from '../staff/use-gone-notice.ts'
import { loadStaffCategories } from '../catalogue/staff/actions.ts'
import { categoryColumns } from '../catalogue/staff/category-columns.tsx'
import { CategoryDialog } from '../catalogue/staff/category-dialog.tsx'
import { DeleteCategory } from '../catalogue/staff/delete-category.tsx'
import { staffCategoriesKey } from '../catalogue/staff/store.ts'
import { useMoveCategory } from '../catalogue/staff/use-move-category.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { StaffError } from '../staff/staff-error.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'

type OpenDialog = { name: 'new' } | { name: 'rename' | 'delete'; id: string }

export default function AdminCategoriesPage() {
  const client = useClient()
  const { status, message, requestId, retry } = useLoad(staffCategoriesKey, (signal) =>
    loadStaffCategories(client, signal),
  )
  const categories = useStore((state) => state.staffCatalogue.categories)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { announcement, move } = useMoveCategory()
  const close = () => setOpen(null)
  useShortcuts({ n: () => setOpen({ name: 'new' }) })
  const selected = open && 'id' in open ? categories?.find(({ _id }) => _id === open.id) : undefined
  useGoneNotice(open?.name === 'rename' && !selected && !!categories, 'This category has been deleted', close)
  const moveBy = (step: number) => (category: StaffCategory) => void move(category, step)

  const isLoading = !categories && status !== 'failed'
  const isEmpty = categories?.length === 0
  const newCategory = (
    <Button variant="primary" icon={Plus} onClick={() => setOpen({ name: 'new' })}>
      New category
    </Button>
  )
  return (
    <StaffPage
      title="Categories"
      count={isLoading ? <CountSkeleton /> : categories?.length}
      text={isEmpty ? undefined : 'In the order customers see them.'}
      side={!isEmpty && newCategory}
      keys={keys}
    >
      <p role="status" className="sr-only">
        {isLoading ? 'Loading categories…' : announcement}
      </p>
      {!categories && status === 'failed' && (
        <StaffError title="Error loading categories" text={message} errorId={requestId} onRetry={retry} />
      )}
      {isEmpty && (
        <EmptyState
          icon={FolderTree}
          title="No categories yet"
          text="Every item belongs to a category."
          action={newCategory}
        />
      )}
      {(isLoading || (categories && categories.length > 0)) && (
        <ListTable
          caption="Categories, in the order customers see them"
          columns={categoryColumns({
            categories: categories ?? [],
            onMove: (category, step) => void move(category, step),
            onRename: ({ _id }) => setOpen({ name: 'rename', id: _id }),
            onDelete: ({ _id }) => setOpen({ name: 'delete', id: _id }),
          })}
          rows={categories ?? []}
          isLoading={isLoading}
          keys={{ J: moveBy(1), K: moveBy(-1), r: ({ _id }) => setOpen({ name: 'rename', id: _id }) }}
          onSearch={() => undefined}
        />
      )}
      {open?.name === 'new' && <CategoryDialog onClose={close} />}
      {open?.name === 'rename' && selected && <CategoryDialog key={selected._id} category={selected} onClose={close} />}
      {open?.name === 'delete' && selected && <DeleteCategory category={selected} onClose={close} />}
    </StaffPage>
  )
}

const keys: readonly KeyHelp[] = [
  [['j', 'k'], 'Next or previous category'],
  [['J', 'K'], 'Move down or up'],
  [['r'], 'Rename'],
  [['n'], 'New category'],
]
