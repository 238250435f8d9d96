import { useId, useState } from 'react'
import type { StaffCategory } from '../../shared/staff-catalogue.ts'
import { categoryName } from '../../shared/staff-catalogue-calls.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { isFailure, useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { createCategory, loadStaffCategories, renameCategory } from './actions.ts'
import { Overtaken } from './overtaken.tsx'

/** A name for a new category, or another one for one that is there. */
export function CategoryDialog({ category, onClose }: { category?: StaffCategory; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const id = useId()
  const [form, focusFirstFault] = useFirstFault()
  const [was, setWas] = useState(category?.name)
  const [name, setName] = useState(category?.name ?? '')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const isOvertaken = !busy && category?.name !== was

  function begin(from: string | undefined, written = from) {
    setWas(from)
    setName(written ?? '')
    setFault('')
  }

  // Taken over at once while nothing else is written here.
  if (isOvertaken && name === (was ?? '')) begin(category?.name)

  function refuse(message: string) {
    setFault(message)
    toast(message, { type: 'error' })
    focusFirstFault()
  }

  async function save() {
    if (busy || isOvertaken) return
    const read = categoryName.safeParse(name)
    if (!read.success) return refuse(read.error.issues[0]!.message)
    setBusy(true)
    try {
      const { message } = await (category && was !== undefined
        ? renameCategory(client, category._id, read.data, was)
        : createCategory(client, read.data))
      toast(message, { type: 'success' })
      onClose()
    } catch (error) {
      if (isFailure(error) && error.code === 'category_changed')
        await loadStaffCategories(client).catch(() => undefined)
      setBusy(false)
      refuse(tellFailure(error, 'The category could not be saved', 'Network error. Please try again.'))
    }
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
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel="Saving…" disabled={isOvertaken}>
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
          void save()
        }}
      >
        {isOvertaken && (
          <Overtaken
            what="category"
            onTheirs={() => begin(category?.name)}
            onMine={() => begin(category?.name, name)}
          />
        )}
        <Field label="Name" error={fault} hint="As customers see it.">
          <TextInput
            data-autofocus
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setFault('')
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
