import { useEffect, useEffectEvent, useState } from 'react'
import type { StaffCategory, StaffItem } from '../../../shared/catalogue/staff-schema.ts'
import { BackToList } from '../../staff/origin.tsx'
import { StaffPage } from '../../staff/staff-page.tsx'
import { isFocusLost } from '../../lib/is-focus-lost.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFocusFirstError } from '../../ui/focus-first-error.ts'
import { useAfterRender } from '../../ui/use-after-render.ts'
import { CardPreview } from './card-preview.tsx'
import { ItemFields } from './item-fields.tsx'
import { previewOf } from './item-form.ts'
import { EditConflict } from '../../staff/edit-conflict.tsx'
import { itemConflicts } from './item-conflicts.ts'
import { ArchiveItemDialog } from './archive-item-dialog.tsx'
import { ItemActions } from './item-actions.tsx'
import { ItemEnd } from './item-end.tsx'
import { SaveBar } from './save-bar.tsx'
import { useItemForm } from './use-item-form.ts'
import { useSaveItem } from './use-save-item.ts'
import { useLeaveGuard } from '../../use-leave-guard.ts'
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
  const afterRender = useAfterRender()
  /** The button that opened the dialog may be gone with what it did. */
  function closeArchiving() {
    setArchiving(false)
    afterRender(() => isFocusLost() && document.querySelector('main')?.focus())
  }
  const guard = useLeaveGuard(edit.hasChanges)
  const { busy, save, publish } = useSaveItem(item, edit, {
    isUploading: uploads > 0,
    onCreated: () => guard.leave(null),
    onInvalid: focusFirstError,
  })

  // While it is being saved, the item changes by that.
  const isConflict = edit.isConflict && !busy

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
      back={<BackToList list="/admin/items">Items</BackToList>}
      side={item && <ItemActions item={item} hasChanges={edit.hasChanges} onRestore={() => setArchiving(true)} />}
    >
      {isConflict && (
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
          className="item-form"
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
          <SaveBar
            state={!item ? 'new' : item.draft ? 'draft' : 'saved'}
            hasChanges={edit.hasChanges}
            isConflict={isConflict}
            isUploading={uploads > 0}
            busy={busy}
            onSaveDraft={() => save({ asDraft: true })}
            onPublish={publish}
            onDiscard={edit.discard}
          />
        </form>
        <CardPreview item={previewOf(edit.form, categories, item)} />
        {item && item.archivedAt === null && <ItemEnd item={item} onArchive={() => setArchiving(true)} />}
      </div>
      {item && isArchiving && (
        <ArchiveItemDialog item={item} onClose={closeArchiving} onDeleted={(to) => guard.leave({ to })} />
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
