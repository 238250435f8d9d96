import { useId, useState } from 'react'
import { CategoryName, type StaffCategory } from '../../../shared/catalogue/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { useAct } from '../../lib/use-act.ts'
import { conflictFields, EditConflict } from '../../staff/edit-conflict.tsx'
import { useRowVersion } from '../../staff/use-row-version.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, useFocusFirstError } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { createCategory, renameCategory } from './actions.ts'

const texts = { failed: 'The category could not be saved', unreached: 'Network error. Please try again.' }

/** Creates a category, or renames the given one. */
export function CategoryDialog({ category, onClose }: { category?: StaffCategory; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const id = useId()
  const [form, focusFirstError] = useFocusFirstError()
  const [savedName, setSavedName] = useState(category?.name ?? '')
  const [name, setName] = useState(savedName)
  const [error, setError] = useState('')
  const { version, isOutdated, adoptVersion } = useRowVersion(category)
  const { busy, run } = useAct(
    async (newName: string) => {
      const { message } = await (category && version !== undefined
        ? renameCategory(client, category._id, newName, version)
        : createCategory(client, newName))
      return message
    },
    {
      ...texts,
      onDone: onClose,
      onFailed(failure) {
        setError(errorMessage(failure, texts.failed, texts.unreached))
        focusFirstError()
      },
    },
  )
  const isStale = isOutdated && !busy

  function loadTheirs() {
    adoptVersion()
    setSavedName(category?.name ?? '')
    setName(category?.name ?? '')
    setError('')
  }

  function keepMine() {
    adoptVersion()
    setSavedName(category?.name ?? '')
    setError('')
  }

  // Without unsaved changes, a colleague's change is adopted at once.
  if (isStale && name === savedName) loadTheirs()

  function save() {
    if (isStale) return
    const parsed = CategoryName.safeParse(name)
    if (parsed.success) return run(parsed.data)
    const { message } = parsed.error.issues[0]!
    setError(message)
    toast(message, { type: 'error' })
    focusFirstError()
  }

  return (
    <Dialog
      open
      sheet
      busy={busy}
      onClose={onClose}
      title={category ? `Rename ${category.name}` : 'New category'}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel="Saving…" disabled={isStale}>
            {category ? 'Rename' : 'Create category'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {isStale && category && (
          <EditConflict
            noun="category"
            fields={conflictFields({ name: 'Name' }, { name: category.name }, { name })}
            onLoadTheirs={loadTheirs}
            onKeepMine={keepMine}
          />
        )}
        <Field label="Name" error={error} hint="As customers see it.">
          <TextInput
            data-autofocus
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setError('')
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
