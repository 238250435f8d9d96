import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { NewReview, type Review } from '../../shared/reviews.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { TextArea } from '../ui/input.tsx'
import { StarInput } from '../ui/stars.tsx'
import { useToast } from '../ui/toast.tsx'
import { saveReview } from './actions.ts'

export interface ReviewDialogProps {
  itemId: string
  itemName: string
  /** The review that is changed; none for a new one. */
  own?: Review | undefined
  onClose: () => void
}

/** Stars and a few words: a new review, or another one in place of one's own. */
export default function ReviewDialog({ itemId, itemName, own, onClose }: ReviewDialogProps) {
  const client = useClient()
  const toast = useToast()
  const id = useId()
  const [form, focusFirstFault] = useFirstFault()
  const [stars, setStars] = useState(own?.stars ?? 5)
  const [text, setText] = useState(own?.description ?? '')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)

  async function save() {
    if (busy) return
    const read = z.safeParse(NewReview, { item: itemId, stars, description: text })
    setFault(read.success ? '' : read.error.issues[0]!.message)
    if (!read.success) {
      toast(read.error.issues[0]!.message, { type: 'error' })
      return focusFirstFault()
    }
    setBusy(true)
    try {
      await saveReview(client, read.data, own)
      toast('Review saved', { type: 'success' })
      onClose()
    } catch (error) {
      toast(tellFailure(error, 'Unable to save review', 'Network error'), { type: 'error' })
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      sheet
      busy={busy}
      onClose={onClose}
      title={own ? 'Change your review' : `Review ${itemName}`}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel="Saving…">
            {own ? 'Update' : 'Submit review'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <StarInput legend="Your rating" value={stars} onChange={setStars} />
        <Field label="Your review" hint="What would you have liked to know before?" error={fault}>
          <TextArea
            rows={5}
            maxLength={2000}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setFault('')
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
