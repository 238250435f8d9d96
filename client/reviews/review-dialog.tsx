import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { ReviewInput, type Review } from '../../shared/reviews/schema.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, useFocusFirstError } from '../ui/field.tsx'
import { TextArea } from '../ui/input.tsx'
import { StarInput } from '../ui/stars.tsx'
import { useToast } from '../ui/toast.tsx'
import { saveReview } from './actions.ts'

export interface ReviewDialogProps {
  itemId: string
  itemName: string
  /** The review to edit; undefined for a new one. */
  existing?: Review | undefined
  onClose: () => void
}

/** Writes a new review or edits an existing one. */
export default function ReviewDialog({ itemId, itemName, existing, onClose }: ReviewDialogProps) {
  const client = useClient()
  const toast = useToast()
  const id = useId()
  const [form, focusFirstError] = useFocusFirstError()
  const [stars, setStars] = useState(existing?.stars ?? 5)
  const [text, setText] = useState(existing?.description ?? '')
  const [error, setError] = useState('')
  const { busy, run } = useAct(
    async (input: z.output<typeof ReviewInput>) => {
      await saveReview(client, input, existing)
      return 'Review saved'
    },
    { failed: 'Unable to save review', unreached: 'Network error', onDone: onClose },
  )

  function save() {
    const parsed = z.safeParse(ReviewInput, { item: itemId, stars, description: text })
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
      title={existing ? 'Edit your review' : `Review ${itemName}`}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy} busyLabel="Saving…">
            {existing ? 'Update' : 'Submit review'}
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
          save()
        }}
      >
        <StarInput legend="Your rating" value={stars} onChange={setStars} />
        <Field label="Your review" hint="What would you have liked to know before?" error={error}>
          <TextArea
            rows={5}
            maxLength={2000}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setError('')
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
