import { PackageX } from 'lucide-react'
import { useParams } from 'wouter'
import { BackLink } from '../orders/back-link.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { loadStaffCategories, loadStaffItem } from '../staff-catalogue/actions.ts'
import { ItemEditor } from '../staff-catalogue/item-editor.tsx'
import { staffCategoriesKey, staffItemKey } from '../staff-catalogue/store.ts'
import { useClient, useStore } from '../store.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

/** One item to be written: a new one, or one that is there. */
export default function AdminItemPage() {
  const { id = 'new' } = useParams()
  return id === 'new' ? <NewItem /> : <OneItem key={id} id={id} />
}

function NewItem() {
  const client = useClient()
  const { status, message, retry } = useLoad(staffCategoriesKey, (signal) => loadStaffCategories(client, signal))
  const categories = useStore((state) => state.staffCatalogue.categories)
  if (categories) return <ItemEditor categories={categories} />
  return <Waiting title="New item" failed={status === 'failed'} message={message} onRetry={retry} />
}

function OneItem({ id }: { id: string }) {
  const client = useClient()
  const item = useStore((state) => state.staffCatalogue.items[id])
  const description = useStore((state) => state.staffCatalogue.descriptions[id])
  const categories = useStore((state) => state.staffCatalogue.categories)
  const ofCategories = useLoad(staffCategoriesKey, (signal) => loadStaffCategories(client, signal))
  // Events tell nothing of the description: after a change it is read again.
  const key = `${staffItemKey(id)}/${item && description && description.updatedAt < item.updatedAt ? item.updatedAt : ''}`
  const loading = useLoad(key, (signal) => loadStaffItem(client, id, signal))

  if (item && description && categories) {
    const isWhole = description.updatedAt >= item.updatedAt
    return <ItemEditor item={item} description={isWhole ? description.html : null} categories={categories} />
  }
  if (loading.code === 'not_found' || (!item && loading.status === 'ready')) return <ItemGone />
  const failed = [loading, ofCategories].find(({ status }) => status === 'failed')
  return (
    <Waiting
      title={item?.name ?? 'Item'}
      failed={!!failed}
      message={failed?.message ?? ''}
      onRetry={() => failed?.retry()}
    />
  )
}

const back = <BackLink href="/admin/items">Back to items</BackLink>

type WaitingProps = { title: string; failed: boolean; message: string; onRetry: () => void }

function Waiting({ title, failed, message, onRetry }: WaitingProps) {
  return (
    <StaffPage title={title} back={back}>
      {failed && <ErrorState title="Error loading item details" text={message} onRetry={onRetry} />}
      {!failed && (
        <Loading label="Loading the item…" className="grid max-w-3xl gap-5">
          {[1, 2, 3, 4, 5, 6].map((field) => (
            <Skeleton key={field} className="h-14 w-full" />
          ))}
        </Loading>
      )}
    </StaffPage>
  )
}

function ItemGone() {
  return (
    <StaffPage title="Item not found" back={back}>
      <EmptyState
        icon={PackageX}
        title="It is not there"
        text="It may have been deleted, or the address is mistyped."
        action={<ButtonLink href="/admin/items">All items</ButtonLink>}
      />
    </StaffPage>
  )
}
