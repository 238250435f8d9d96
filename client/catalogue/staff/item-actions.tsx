import { ArchiveRestore, Copy, ExternalLink, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { itemPath } from '../../../shared/catalogue/rules.ts'
import type { StaffItem } from '../../../shared/catalogue/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import { useAct } from '../../lib/use-act.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { copyItem, setDraft } from './actions.ts'

const unreached = 'Network error. Please try again.'

export interface ItemActionsProps {
  item: StaffItem
  hasChanges: boolean
  onRestore: () => void
}

/** What can be done with an item besides editing it. */
export function ItemActions({ item, hasChanges, onRestore }: ItemActionsProps) {
  const client = useClient()
  const [, navigate] = useLocation()
  const { _id, draft } = item
  const archived = item.archivedAt !== null
  const copying = useAct(
    async () => {
      const copy = await copyItem(client, _id)
      navigate(`/admin/items/${copy._id}`)
      return 'Copied as a draft'
    },
    { failed: 'The item could not be copied', unreached },
  )
  const [isUnpublishing, setUnpublishing] = useState(false)
  return (
    <>
      {draft && <Badge tone="waiting">Draft</Badge>}
      {archived && <Badge tone="slate">Archived</Badge>}
      {draft && (
        <ButtonLink href={`/admin/items/${_id}/preview`} variant="plain" icon={Eye}>
          Preview
        </ButtonLink>
      )}
      {!draft && !archived && (
        <ButtonLink href={itemPath(item)} variant="plain" icon={ExternalLink}>
          View in shop
        </ButtonLink>
      )}
      <Button icon={Copy} busy={copying.busy} disabled={hasChanges} onClick={copying.run}>
        Copy
      </Button>
      {!draft && !archived && (
        <Button icon={EyeOff} disabled={hasChanges} onClick={() => setUnpublishing(true)}>
          Unpublish
        </Button>
      )}
      {archived && (
        <Button icon={ArchiveRestore} onClick={onRestore}>
          Put back on sale
        </Button>
      )}
      {isUnpublishing && <UnpublishDialog item={item} onClose={() => setUnpublishing(false)} />}
    </>
  )
}

function UnpublishDialog({ item: { _id, name, version }, onClose }: { item: StaffItem; onClose: () => void }) {
  const client = useClient()
  const { busy, run } = useAct(async () => (await setDraft(client, _id, true, version)).message, {
    failed: 'Something went wrong. Please try again.',
    unreached,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      title={`Unpublish ${name}?`}
      text="It becomes a draft: it’s removed from the shop and all carts right away, until you publish it again. Existing orders keep it."
      confirmLabel="Unpublish"
      busyLabel="Unpublishing…"
      busy={busy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
