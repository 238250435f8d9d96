import { useState } from 'react'
import { useForm, type UseFormOptions } from '../lib/use-form.ts'
import { conflictFields, EditConflict, type EditConflictProps } from './edit-conflict.tsx'
import { useRowVersion } from './use-row-version.ts'

interface UseEditFormOptions<Row, Form, Input> extends Omit<UseFormOptions<Form, Input>, 'initial' | 'save'> {
  /** The current row; undefined for a new one. */
  row: Row | undefined
  toForm: (row: Row | undefined) => Form
  /** @param version the version that was edited; undefined for a new row */
  save: (input: Input, version: number | undefined) => Promise<string | void>
  noun: EditConflictProps['noun']
  /** The fields that a conflict compares, and how to write them. */
  labels: Partial<Record<keyof Form, string>>
  describeField?: (name: keyof Form, form: Form) => string
}

/**
 * The form of a row that colleagues may save meanwhile. Their change is adopted at once while nothing was typed, or if it
 * is the same, as after an answer that was lost; otherwise it is a conflict, which `conflict` shows and `isConflict` says.
 */
export function useEditForm<Row extends { version: number }, Form extends object, Input>(
  options: UseEditFormOptions<Row, Form, Input>,
) {
  const { row, toForm, save, noun, labels, describeField, ...rest } = options
  const { version, isOutdated, adoptVersion } = useRowVersion(row)
  const [saved, setSaved] = useState(() => toForm(row))
  const edit = useForm<Form, Input>({ ...rest, initial: saved, save: (input) => save(input, version) })
  // While it is being saved, the row changes by that.
  const isConflict = isOutdated && !edit.busy

  function adopt() {
    adoptVersion()
    setSaved(toForm(row))
  }
  function loadTheirs() {
    adopt()
    edit.fill(toForm(row))
  }

  const isSame = (form: Form, other: Form) =>
    JSON.stringify(options.parse(form)) === JSON.stringify(options.parse(other))
  const hasTyped = JSON.stringify(edit.form) !== JSON.stringify(saved)
  if (isConflict && (!hasTyped || isSame(edit.form, toForm(row)))) loadTheirs()

  return {
    ...edit,
    isConflict,
    conflict: isConflict && row && (
      <EditConflict
        noun={noun}
        fields={conflictFields(labels, toForm(row), edit.form, describeField)}
        onLoadTheirs={loadTheirs}
        onKeepMine={adopt}
      />
    ),
  }
}
