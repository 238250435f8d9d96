import { itemPath } from '../../../shared/catalogue/rules.ts'
import { Archive, ArchiveRestore, ExternalLink, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { ItemInput, StaffCategory, StaffItem } from '../../../shared/catalogue/staff-schema.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { useAct } from '../../lib/use-act.ts'
import { StaffPage } from '../../staff/staff-page.tsx'
import { useClient } from '../../client-context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFocusFirstError } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { changeItem, createItem } from './actions.ts'
import { CardPreview } from './card-preview.tsx'
import { ItemFields } from './item-fields.tsx'
import { parseItemForm, previewOf, toItemForm } from './item-form.ts'
import { EditConflict } from '../../staff/edit-conflict.tsx'
import { itemConflicts } from './item-conflicts.ts'
import { ArchiveItemDialog } from './archive-item-dialog.tsx'
import { useItemForm } from './use-item-form.ts'
import { useLeaveGuard } from '../../use-leave-guard.tsx'
import './item-editor.css'

export interface ItemEditorProps {
  /** undefined for a new item. */
  item?: StaffItem
  /** null while it is loading after a change. */
  description?: string | null
  categories: StaffCategory[]
}

/** The editor of an item, with a preview of its card. */
export function ItemEditor({ item, description = null, categories }: ItemEditorProps) {
  const [form, focusFirstError] = useFocusFirstError()
  const edit = useItemForm(item && description !== null ? { item, description } : null)
  const [uploads, setUploads] = useState(0)
  const [isArchiving, setArchiving] = useState(false)
  const guard = useLeaveGuard(edit.hasChanges)
  const { busy, save } = useSave(item, edit, {
    isUploading: uploads > 0,
    onCreated: () => guard.leave(null),
    onInvalid: focusFirstError,
  })

  const submit = useEffectEvent(save)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      submit()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return (
    <StaffPage
      title={item?.name ?? 'New item'}
      tab={`${edit.hasChanges ? '• ' : ''}${item?.name ?? 'New item'}`}
      back={<BackLink href="/admin/items">Back to items</BackLink>}
      side={item && <ItemActions item={item} onArchive={() => setArchiving(true)} />}
    >
      {edit.isConflict && (
        <div className="mb-5">
          <EditConflict
            noun="item"
            fields={edit.theirs ? itemConflicts(edit.theirs, edit.form, categories) : []}
            onLoadTheirs={edit.loadTheirs}
            onKeepMine={edit.keepMine}
          />
        </div>
      )}
      <div className="item-editor">
        <form
          ref={form}
          noValidate
          aria-label={item ? `Edit ${item.name}` : 'New item'}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <ItemFields
            form={edit.form}
            errors={edit.errors}
            categories={categories}
            editorKey={edit.editorKey}
            onChange={edit.change}
            onUploading={(isUploading) => setUploads((count) => count + (isUploading ? 1 : -1))}
          />
          <div className="save-bar">
            <Button
              type="submit"
              variant="primary"
              busy={busy}
              busyLabel="Saving…"
              disabled={edit.isConflict || uploads > 0 || (!!item && !edit.hasChanges)}
            >
              {item ? 'Save changes' : 'Create item'}
            </Button>
            <Button disabled={busy || !edit.hasChanges} onClick={edit.discard}>
              Discard
            </Button>
            <p role="status" className="text-sm text-muted">
              {uploads > 0
                ? 'Uploading a picture…'
                : edit.hasChanges
                  ? 'Unsaved changes'
                  : item
                    ? 'All changes saved'
                    : ''}
            </p>
          </div>
        </form>
        <CardPreview item={previewOf(edit.form, categories, item)} />
      </div>
      {item && isArchiving && (
        <ArchiveItemDialog item={item} onClose={() => setArchiving(false)} onDeleted={(to) => guard.leave({ to })} />
      )}
      <ConfirmDialog
        open={guard.asking}
        danger
        title="Leave without saving?"
        text="Your changes will be lost."
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={guard.go}
        onClose={guard.stay}
      />
    </StaffPage>
  )
}

function ItemActions({ item, onArchive }: { item: StaffItem; onArchive: () => void }) {
  const archived = item.archivedAt !== null
  const isUsed = item.orderCount + item.reviewCount > 0
  return (
    <>
      {archived && <Badge tone="slate">Archived</Badge>}
      {!archived && (
        <ButtonLink href={itemPath(item)} variant="plain" icon={ExternalLink}>
          View in shop
        </ButtonLink>
      )}
      <Button icon={archived ? ArchiveRestore : isUsed ? Archive : Trash2} onClick={onArchive}>
        {archived ? 'Put back on sale' : isUsed ? 'Archive' : 'Take off sale'}
      </Button>
    </>
  )
}

type Edit = ReturnType<typeof useItemForm>
type SaveOptions = { isUploading: boolean; onCreated: () => void; onInvalid: () => void }

function useSave(item: StaffItem | undefined, edit: Edit, { isUploading, onCreated, onInvalid }: SaveOptions) {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const { busy, run } = useAct(
    async (input: ItemInput) => {
      const sent = edit.form
      if (!item) {
        const created = await createItem(client, input)
        onCreated()
        navigate(`/admin/items/${created._id}`, { replace: true })
        return 'Item created and on sale'
      }
      const saved = await changeItem(client, item._id, { ...input, version: edit.version })
      edit.setSaved(sent, { form: toItemForm(saved), version: saved.version })
      return 'Item saved'
    },
    { failed: 'The item could not be saved', unreached: 'Network error. Please try again.' },
  )

  function save() {
    if (isUploading || edit.isConflict || (item && !edit.hasChanges)) return
    const parsed = parseItemForm(edit.form)
    if ('input' in parsed) return run(parsed.input)
    edit.setErrors(parsed.errors)
    toast('Please correct the highlighted fields', { type: 'error' })
    onInvalid()
  }

  return { busy, save }
}
