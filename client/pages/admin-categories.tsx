import { FolderTree, Plus } from 'lucide-react'
import { useState } from 'react'
import type { StaffCategory } from '../../shared/staff-catalogue.ts'
import { type KeyHelp, KeysDialog } from '../staff/keys-dialog.tsx'
import { ListTable } from '../staff/list-table.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { loadStaffCategories } from '../staff-catalogue/actions.ts'
import { categoryColumns } from '../staff-catalogue/category-columns.tsx'
import { CategoryDialog } from '../staff-catalogue/category-dialog.tsx'
import { DeleteCategory } from '../staff-catalogue/delete-category.tsx'
import { staffCategoriesKey } from '../staff-catalogue/store.ts'
import { useMoveCategory } from '../staff-catalogue/use-move-category.ts'
import { useKeys } from '../staff/use-keys.ts'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

type Open = { what: 'help' | 'new' } | { what: 'rename' | 'delete'; id: string }

/** How the shelf is divided, and in which order. */
export default function AdminCategoriesPage() {
  const client = useClient()
  const { status, message, retry } = useLoad(staffCategoriesKey, (signal) => loadStaffCategories(client, signal))
  const categories = useStore((state) => state.staffCatalogue.categories)
  const [open, setOpen] = useState<Open | null>(null)
  const { said, move } = useMoveCategory()
  const close = () => setOpen(null)
  useKeys({ n: () => setOpen({ what: 'new' }) })
  const opened = open && 'id' in open ? categories?.find((one) => one._id === open.id) : undefined
  const by = (step: number) => (category: StaffCategory) => void move(category, step)

  const newCategory = (
    <Button variant="primary" icon={Plus} onClick={() => setOpen({ what: 'new' })}>
      New category
    </Button>
  )
  return (
    <StaffPage
      title="Categories"
      count={categories?.length}
      text="In the order in which the shop shows them."
      side={newCategory}
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      {!categories && status === 'failed' && (
        <ErrorState title="Error loading categories" text={message} onRetry={retry} />
      )}
      {!categories && status !== 'failed' && (
        <Loading label="Loading categories…" className="grid gap-px">
          {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
            <Skeleton key={row} className="h-11 w-full max-wide:h-40" />
          ))}
        </Loading>
      )}
      {categories?.length === 0 && (
        <EmptyState
          icon={FolderTree}
          title="No categories yet"
          text="Items need one to stand in."
          action={newCategory}
        />
      )}
      {categories && categories.length > 0 && (
        <ListTable
          caption="Categories, in the order of the shop"
          columns={categoryColumns({
            categories,
            onMove: (category, step) => void move(category, step),
            onRename: ({ _id }) => setOpen({ what: 'rename', id: _id }),
            onDelete: ({ _id }) => setOpen({ what: 'delete', id: _id }),
          })}
          rows={categories}
          keys={{ J: by(1), K: by(-1), r: ({ _id }) => setOpen({ what: 'rename', id: _id }) }}
          onSearch={() => undefined}
          onHelp={() => setOpen({ what: 'help' })}
        />
      )}
      {open?.what === 'new' && <CategoryDialog onClose={close} />}
      {open?.what === 'rename' && opened && <CategoryDialog key={opened._id} category={opened} onClose={close} />}
      {open?.what === 'delete' && opened && <DeleteCategory category={opened} onClose={close} />}
      <KeysDialog open={open?.what === 'help'} onClose={close} keys={keys} />
    </StaffPage>
  )
}

const keys: readonly KeyHelp[] = [
  [['j', 'k'], 'Next, previous category'],
  [['J', 'K'], 'Move it down, up'],
  [['r'], 'Rename it'],
  [['n'], 'New category'],
  [['?'], 'This help'],
]
