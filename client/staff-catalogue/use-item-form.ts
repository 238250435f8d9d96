import { useState } from 'react'
import type { StaffItem } from '../../shared/staff-catalogue.ts'
import { emptyForm, formOf, isSameForm, type ItemFaults, type ItemForm } from './item-form.ts'

type Base = { form: ItemForm; updatedAt: number }

/**
 * The form, and the item that it began with. What a colleague changes meanwhile is taken over at once while nothing is
 * unsaved here; else it is asked about.
 * @param theirs the item as it is now, whole; null for a new one, or while its description is read
 */
export function useItemForm(theirs: { item: StaffItem; description: string } | null) {
  const present = theirs && {
    form: formOf({ ...theirs.item, description: theirs.description }),
    updatedAt: theirs.item.updatedAt,
  }
  const [base, setBase] = useState<Base>(present ?? { form: emptyForm, updatedAt: 0 })
  const [form, setForm] = useState(base.form)
  const [faults, setFaults] = useState<ItemFaults>({})
  const [version, setVersion] = useState(0)
  const unsaved = !isSameForm(form, base.form)
  const overtaken = present !== null && present.updatedAt > base.updatedAt

  if (overtaken && !unsaved) begin(present)

  function begin(from: Base) {
    setBase(from)
    setForm(from.form)
    setFaults({})
    if (from.form.description !== form.description) setVersion(version + 1)
  }

  return {
    form,
    faults,
    version,
    unsaved,
    setFaults,
    /** Somebody else changed what is being changed here. */
    isConflict: overtaken && unsaved,
    /** Of the item that the form began with. */
    updatedAt: base.updatedAt,
    change(part: Partial<ItemForm>) {
      setForm((now) => ({ ...now, ...part }))
      setFaults((now) => ({ ...now, ...Object.fromEntries(Object.keys(part).map((field) => [field, undefined])) }))
    },
    /** Takes what is there in place of what is written here. */
    loadTheirs: () => present && begin(present),
    /** Goes on from theirs with what is written here: saving takes theirs away. */
    keepMine: () => present && setBase(present),
    discard: () => begin(base),
    /** What was sent is saved; what was typed since stays. */
    saved(sent: ItemForm, as: Base) {
      if (isSameForm(sent, form)) return begin(as)
      setBase(as)
    },
  }
}
