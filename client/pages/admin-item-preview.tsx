import { PackageX } from 'lucide-react'
import { useParams } from 'wouter'
import { loadStaffItem } from '../catalogue/staff/actions.ts'
import { staffItemKey } from '../catalogue/staff/store.ts'
import { ItemView, ItemViewSkeleton } from '../catalogue/item-view.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Note } from '../ui/note.tsx'
import { useLoad } from '../use-load.ts'

const noRelated = { plans: [], fromBrand: [], alsoTaken: [], inCategory: [] }

/** An item's page as customers will see it, for staff. */
export default function AdminItemPreviewPage() {
  const { id = '' } = useParams()
  const client = useClient()
  const item = useStore((state) => state.staffCatalogue.items[id])
  const description = useStore((state) => state.staffCatalogue.descriptions[id])
  // Events don't carry the description, so a change loads the item again.
  const isOutdated = item && description && description.version < item.version
  const key = `${staffItemKey(id)}/preview/${isOutdated ? item.version : ''}`
  const { status, code, message, retry } = useLoad(key, (signal) => loadStaffItem(client, id, signal))

  const isMissing = code === 'not_found' || (!item && status === 'ready')
  return (
    <div className="page-column pt-5">
      <BackLink href={`/admin/items/${id}`}>Back to the editor</BackLink>
      {item && (
        <>
          <Note tone="waiting" title="Preview" className="mt-3">
            {item.draft
              ? 'Only staff can see this draft. Its buttons work once it is published.'
              : 'This is how customers see the item. The buttons don’t work here.'}
          </Note>
          {/* What is shown is real, but nothing can be bought here. */}
          <fieldset disabled aria-label={`Preview of ${item.name}`} className="-mx-5 min-w-0">
            <ItemView item={item} description={description?.html} related={noRelated} reviews={null} />
          </fieldset>
        </>
      )}
      {!item && isMissing && (
        <EmptyState
          level={1}
          icon={PackageX}
          title="Item not found"
          text="It may have been deleted, or the link is incorrect."
        />
      )}
      {!item && !isMissing && status === 'failed' && (
        <ErrorState title="Error loading item details" text={message} onRetry={retry} />
      )}
      {!item && !isMissing && status !== 'failed' && <ItemViewSkeleton />}
    </div>
  )
}
