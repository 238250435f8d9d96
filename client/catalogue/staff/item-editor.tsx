import { Archive, ArchiveRestore, ExternalLink, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { StaffCategory, StaffItem } from '../../shared/staff-catalogue.ts'
import { BackLink } from '../orders/back-link.tsx'
import { tellFailure } from '../orders/tell-failure.ts'
import { StaffPage } from '../staff/staff-page.tsx'
import { isFailure, useClient } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useFirstFault } from '../ui/field.tsx'
import { useToast } from '../ui/toast.tsx'
import { changeItem, createItem, loadStaffItem } from './actions.ts'
import { CardPreview } from './card-preview.tsx'
import { ItemFields } from './item-fields.tsx'
import { formOf, previewOf, readForm } from './item-form.ts'
import { Overtaken } from './overtaken.tsx'
import { ShelfDialog } from './shelf-dialog.tsx'
import { useItemForm } from './use-item-form.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import './item-editor.css'

export interface ItemEditorProps {
  /** None for a new one. */
  item?: StaffItem
  /** null while it is read anew after a change. */
  description?: string | null
  categories: StaffCategory[]
}

/** Writes an item, beside the card that the shop will show. */
export function ItemEditor({ item, description = null, categories }: ItemEditorProps) {
  const [form, focusFirstFault] = useFirstFault()
  const edit = useItemForm(item && description !== null ? { item, description } : null)
  const [uploads, setUploads] = useState(0)
  const [asking, setAsking] = useState(false)
  const guard = useLeaveGuard(edit.unsaved)
  const { busy, save } = useSave(item, edit, {
    uploading: uploads > 0,
    letGo: guard.leave,
    onFaults: focusFirstFault,
  })

  const submit = useEffectEvent(() => void save())
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      submit()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <StaffPage
      title={item?.name ?? 'New item'}
      tab={`${edit.unsaved ? '• ' : ''}${item?.name ?? 'New item'}`}
      back={<BackLink href="/admin/items">Back to items</BackLink>}
      side={item && <ItemSide item={item} onShelf={() => setAsking(true)} />}
    >
      {edit.isConflict && (
        <div className="mb-5">
          <Overtaken what="item" onTheirs={edit.loadTheirs} onMine={edit.keepMine} />
        </div>
      )}
      <div className="item-editor">
        <form
          ref={form}
          noValidate
          aria-label={item ? `Change ${item.name}` : 'New item'}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <ItemFields
            form={edit.form}
            faults={edit.faults}
            categories={categories}
            version={edit.version}
            onChange={edit.change}
            onBusy={(on) => setUploads((count) => count + (on ? 1 : -1))}
          />
          <div className="save-bar">
            <Button
              type="submit"
              variant="primary"
              busy={busy}
              busyLabel="Saving…"
              disabled={edit.isConflict || uploads > 0 || (!!item && !edit.unsaved)}
            >
              {item ? 'Save changes' : 'Create item'}
            </Button>
            <Button disabled={busy || !edit.unsaved} onClick={edit.discard}>
              Discard
            </Button>
            <p role="status" className="text-sm text-muted">
              {uploads > 0 ? 'A picture is on its way…' : edit.unsaved ? 'Unsaved changes' : item ? 'All saved' : ''}
            </p>
          </div>
        </form>
        <CardPreview item={previewOf(edit.form, categories, item)} />
      </div>
      {item && asking && (
        <ShelfDialog item={item} onClose={() => setAsking(false)} onGone={(to) => guard.leave({ to })} />
      )}
      <ConfirmDialog
        open={guard.asking}
        danger
        title="Leave without saving?"
        text="What you changed here is lost."
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={guard.go}
        onClose={guard.stay}
      />
    </StaffPage>
  )
}

function ItemSide({ item, onShelf }: { item: StaffItem; onShelf: () => void }) {
  const archived = item.archivedAt !== null
  const isUsed = item.orderCount + item.reviewCount > 0
  return (
    <>
      {archived && <Badge tone="slate">Archived</Badge>}
      {!archived && (
        <ButtonLink href={`/items/${item._id}`} variant="plain" icon={ExternalLink}>
          See it in the shop
        </ButtonLink>
      )}
      <Button icon={archived ? ArchiveRestore : isUsed ? Archive : Trash2} onClick={onShelf}>
        {archived ? 'Put back on sale' : isUsed ? 'Archive' : 'Take off sale'}
      </Button>
    </>
  )
}

type Edit = ReturnType<typeof useItemForm>

type Around = { uploading: boolean; letGo: (where: null) => void; onFaults: () => void }

function useSave(item: StaffItem | undefined, edit: Edit, { uploading, letGo, onFaults }: Around) {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)

  async function save() {
    if (busy || uploading || edit.isConflict || (item && !edit.unsaved)) return
    const read = readForm(edit.form)
    if ('faults' in read) {
      edit.setFaults(read.faults)
      toast('Please mend what is marked', { type: 'error' })
      return onFaults()
    }
    const sent = edit.form
    setBusy(true)
    try {
      if (item) {
        const saved = await changeItem(client, item._id, { ...read.written, updatedAt: edit.updatedAt })
        edit.saved(sent, { form: formOf(saved), updatedAt: saved.updatedAt })
        toast('Item saved', { type: 'success' })
      } else {
        const made = await createItem(client, read.written)
        toast('Item created: it is on sale', { type: 'success' })
        letGo(null)
        return navigate(`/admin/items/${made._id}`, { replace: true })
      }
    } catch (error) {
      // What is there now brings the question what to do.
      if (isFailure(error) && error.code === 'item_changed')
        void loadStaffItem(client, item!._id).catch(() => undefined)
      toast(tellFailure(error, 'The item could not be saved', 'Network error. Please try again.'), { type: 'error' })
    }
    setBusy(false)
  }

  return { busy, save }
}
