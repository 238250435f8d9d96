import { useLocation } from 'wouter'
import type { ItemInput, StaffItem } from '../../../shared/catalogue/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import { useAct } from '../../lib/use-act.ts'
import { useToast } from '../../ui/toast.tsx'
import { changeItem, createItem, setDraft } from './actions.ts'
import { parseItemForm, toItemForm } from './item-form.ts'
import type { useItemForm } from './use-item-form.ts'

type Edit = ReturnType<typeof useItemForm>
type Options = { isUploading: boolean; onCreated: () => void; onInvalid: () => void }

const texts = { failed: 'The item could not be saved', unreached: 'Network error. Please try again.' }

/**
 * Saves the form of an item.
 * @returns `save` creates the item or saves its changes; `publish` also puts a draft on sale
 */
export function useSaveItem(item: StaffItem | undefined, edit: Edit, { isUploading, onCreated, onInvalid }: Options) {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()

  const creation = useAct(async (input: ItemInput, isDraft: boolean) => {
    const created = await createItem(client, { ...input, ...(isDraft && { draft: true }) })
    onCreated()
    navigate(`/admin/items/${created._id}`, { replace: true })
    return isDraft ? 'Draft saved' : 'Item created and on sale'
  }, texts)

  const change = useAct(async ({ _id }: StaffItem, input: ItemInput | null, isPublishing: boolean) => {
    let { version } = edit
    if (input) {
      const sent = edit.form
      const saved = await changeItem(client, _id, { ...input, version })
      edit.setSaved(sent, { form: toItemForm(saved), version: saved.version })
      version = saved.version
    }
    if (!isPublishing) return 'Item saved'
    const { message } = await setDraft(client, _id, false, version)
    return message
  }, texts)

  /** The input of the form; null, after showing its errors, if it is invalid. */
  function readForm(): ItemInput | null {
    const parsed = parseItemForm(edit.form)
    if ('input' in parsed) return parsed.input
    edit.setErrors(parsed.errors)
    toast('Please correct the highlighted fields', { type: 'error' })
    onInvalid()
    return null
  }

  const isBlocked = isUploading || edit.isConflict

  function save({ asDraft = false } = {}) {
    if (isBlocked || (item && !edit.hasChanges)) return
    const input = readForm()
    if (!input) return
    if (item) change.run(item, input, false)
    else creation.run(input, asDraft)
  }

  function publish() {
    if (isBlocked || !item) return
    if (!edit.hasChanges) return change.run(item, null, true)
    const input = readForm()
    if (input) change.run(item, input, true)
  }

  return { busy: creation.busy || change.busy, save, publish }
}
