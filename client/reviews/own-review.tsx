import { Pencil, Trash2 } from 'lucide-react'
import { type MouseEvent, useCallback, useRef, useState } from 'react'
import type { Review } from '../../shared/reviews/schema.ts'
import { useClient } from '../client-context.tsx'
import { useAct } from '../lib/use-act.ts'
import { useFocusAfter } from '../lib/use-focus-after.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { deleteReview } from './actions.ts'
import { LazyReviewDialog } from './write-review.tsx'

/** Buttons to edit and delete the user's own review. */
export default function OwnReview({ review, itemName }: { review: Review; itemName: string }) {
  const client = useClient()
  const [isWriting, setWriting] = useState(false)
  const [isConfirming, setConfirming] = useState(false)

  const { busy, run } = useAct(
    async () => {
      await deleteReview(client, review)
      return 'Review deleted'
    },
    {
      failed: 'Unable to delete review',
      unreached: 'Network error',
      onFailed: () => setConfirming(false),
    },
  )

  const tabPanel = useRef<HTMLElement>(null)
  const giveFocus = useCallback(() => tabPanel.current?.focus({ preventScroll: true }), [])
  useFocusAfter(busy, giveFocus)

  function askToDelete(event: MouseEvent<HTMLButtonElement>) {
    tabPanel.current = event.currentTarget.closest('[role="tabpanel"]')
    setConfirming(true)
  }

  return (
    <div className="mt-3 flex gap-2">
      <Button size="small" icon={Pencil} onClick={() => setWriting(true)}>
        Update
      </Button>
      <Button size="small" variant="plain" icon={Trash2} onClick={askToDelete}>
        Delete
      </Button>
      {isWriting && (
        <LazyReviewDialog
          itemId={review.item}
          itemName={itemName}
          existing={review}
          onClose={() => setWriting(false)}
        />
      )}
      <ConfirmDialog
        open={isConfirming}
        title="Delete this review?"
        text="It will no longer count towards the average rating."
        confirmLabel="Delete review"
        busyLabel="Deleting…"
        danger
        busy={busy}
        onConfirm={run}
        onClose={() => setConfirming(false)}
      />
    </div>
  )
}
