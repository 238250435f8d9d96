import { PackageX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { BackToList } from '../staff/origin.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { loadStaffCategories, loadStaffItem } from '../catalogue/staff/actions.ts'
import { ItemEditor } from '../catalogue/staff/item-editor.tsx'
import { ItemSkeleton } from '../catalogue/staff/item-skeleton.tsx'
import { staffCategoriesKey, staffItemKey } from '../catalogue/staff/store.ts'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

/** The editor of a new or existing item. */
export default function AdminItemPage() {
  const { id = 'new' } = useParams()
  return id === 'new' ? <NewItem /> : <ExistingItem key={id} id={id} />
}

function NewItem() {
  const client = useClient()
  const { status, message, retry } = useLoad(staffCategoriesKey, (signal) => loadStaffCategories(client, signal))
  const categories = useStore((state) => state.staffCatalogue.categories)
  if (categories) return <ItemEditor categories={categories} />
  const error = status === 'failed' && categoriesError
  return <ItemPlaceholder title="New item" error={error} message={message} onRetry={retry} />
}

function ExistingItem({ id }: { id: string }) {
  const client = useClient()
  const item = useStore((state) => state.staffCatalogue.items[id])
  const description = useStore((state) => state.staffCatalogue.descriptions[id])
  const categories = useStore((state) => state.staffCatalogue.categories)
  const categoriesLoading = useLoad(staffCategoriesKey, (signal) => loadStaffCategories(client, signal))
  // Events don't carry the description, so a change loads the item again.
  const key = `${staffItemKey(id)}/${item && description && description.version < item.version ? item.version : ''}`
  const loading = useLoad(key, (signal) => loadStaffItem(client, id, signal))

  if (item && description && categories) {
    const isCurrent = description.version >= item.version
    return <ItemEditor item={item} description={isCurrent ? description.html : null} categories={categories} />
  }
  if (loading.code === 'not_found' || (!item && loading.status === 'ready')) return <ItemNotFound />
  const failed = [loading, categoriesLoading].filter(({ status }) => status === 'failed')
  return (
    <ItemPlaceholder
      title={item?.name ?? 'Item'}
      side={<Skeleton className="h-8.5 w-72 max-w-full max-wide:h-9" />}
      error={failed[0] === loading ? 'Error loading item details' : !!failed[0] && categoriesError}
      message={failed[0]?.message ?? ''}
      onRetry={() => Promise.all(failed.map(({ retry }) => retry()))}
    />
  )
}

const categoriesError = 'Error loading categories'
const back = <BackToList list="/admin/items">Items</BackToList>

type ItemPlaceholderProps = {
  title: string
  /** The buttons in the bar, while the item is loading. */
  side?: ReactNode
  /** What failed; false while nothing did. */
  error: string | false
  message: string
  onRetry: () => Promise<unknown>
}

function ItemPlaceholder({ title, side, error, message, onRetry }: ItemPlaceholderProps) {
  return (
    <StaffPage title={title} back={back} side={!error && side}>
      {error ? <ErrorState title={error} text={message} onRetry={onRetry} /> : <ItemSkeleton />}
    </StaffPage>
  )
}

function ItemNotFound() {
  return (
    <StaffPage title="Item not found" back={back}>
      <EmptyState
        icon={PackageX}
        title="Item not found"
        text="It may have been deleted, or the link is incorrect."
        action={<ButtonLink href="/admin/items">All items</ButtonLink>}
      />
    </StaffPage>
  )
}
