import * as z from 'zod/mini'
import { ReviewInput, type Review } from '../../shared/reviews/schema.ts'
import { type ParsedForm, useForm } from '../lib/use-form.ts'
import { useClient } from '../client-context.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { StarInput } from '../ui/star-input.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { saveReview } from './actions.ts'

export interface ReviewDialogProps {
  itemId: string
  itemName: string
  /** The review to edit; undefined for a new one. */
  existing?: Review | undefined
  onClose: () => void
}

type ReviewForm = { stars: number; description: string }

/** Writes a new review or edits an existing one. */
export default function ReviewDialog({ itemId, itemName, existing, onClose }: ReviewDialogProps) {
  const client = useClient()
  const { form, errors, busy, formRef, change, submit } = useForm({
    initial: { stars: existing?.stars ?? 5, description: existing?.description ?? '' },
    parse(typed): ParsedForm<ReviewForm, z.output<typeof ReviewInput>> {
      const parsed = z.safeParse(ReviewInput, { item: itemId, ...typed })
      return parsed.success ? { input: parsed.data } : { errors: { description: parsed.error.issues[0]!.message } }
    },
    async save(input) {
      await saveReview(client, input, existing)
      return 'Review saved'
    },
    failed: 'Unable to save review',
    unreached: 'Network error',
    onDone: onClose,
  })

  return (
    <FormDialog
      title={existing ? 'Edit your review' : `Review ${itemName}`}
      submitLabel={existing ? 'Update' : 'Submit review'}
      formRef={formRef}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <StarInput legend="Your rating" value={form.stars} onChange={(stars) => change({ stars })} />
      <Field label="Your review" hint="What do you wish you’d known before buying?" error={errors.description}>
        <TextArea
          rows={5}
          maxLength={2000}
          value={form.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
