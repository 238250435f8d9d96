import { useState } from 'react'
import type { StaffItem } from '../../../shared/catalogue/staff-schema.ts'
import { emptyForm, isSameForm, type ItemErrors, type ItemForm, parseItemForm, toItemForm } from './item-form.ts'

type Base = { form: ItemForm; version: number }

/**
 * The form of an item and the version it was filled from. A newer version is adopted at once while there are no unsaved
 * changes, or if it has them all; otherwise a colleague's change is a conflict.
 * @param current the current item; null for a new one, or while its description is loading
 */
export function useItemForm(current: { item: StaffItem; description: string } | null) {
  const latest = current && {
    form: toItemForm({ ...current.item, description: current.description }),
    version: current.item.version,
  }
  const [base, setBase] = useState<Base>(latest ?? { form: emptyForm, version: 0 })
  const [form, setForm] = useState(base.form)
  const [errors, setErrors] = useState<ItemErrors>({})
  const [editorKey, setEditorKey] = useState(0)
  const hasChanges = !isSameForm(form, base.form)
  const isStale = latest !== null && latest.version > base.version

  const isSaved = isStale && JSON.stringify(parseItemForm(form)) === JSON.stringify(parseItemForm(latest.form))
  if (isStale && (!hasChanges || isSaved)) fill(latest)

  function fill(from: Base) {
    setBase(from)
    setForm(from.form)
    setErrors({})
    if (from.form.description !== form.description) setEditorKey(editorKey + 1)
  }

  return {
    form,
    errors,
    /** Changes when the description has to be put into the editor again. */
    editorKey,
    hasChanges,
    setErrors,
    isConflict: isStale && hasChanges,
    /** The item as a colleague saved it. */
    theirs: latest?.form ?? null,
    /** The version the form was filled from, which saving sends. */
    version: base.version,
    change(fields: Partial<ItemForm>) {
      setForm((before) => ({ ...before, ...fields }))
      setErrors((before) => ({
        ...before,
        ...Object.fromEntries(Object.keys(fields).map((name) => [name, undefined])),
      }))
    },
    /** Replaces the form with the current item. */
    loadTheirs: () => latest && fill(latest),
    /** Keeps the form; saving then overwrites the current item. */
    keepMine: () => latest && setBase(latest),
    discard: () => fill(base),
    /** Makes the saved item the base; what was typed since it was sent stays. */
    setSaved(sent: ItemForm, saved: Base) {
      setBase(saved)
      setForm((current) => (isSameForm(sent, current) ? saved.form : current))
      setErrors({})
      if (saved.form.description !== sent.description) setEditorKey((key) => key + 1)
    },
  }
}
