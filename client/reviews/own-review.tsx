import { Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Item } from '../../shared/catalogue/schema.ts'
import type { Review } from '../../shared/reviews/schema.ts'
import { useLoginPrompt } from '../accounts/login-prompt.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import { lazyPart } from '../layout/lazy-part.tsx'
import { useAct } from '../lib/use-act.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { deleteReview } from './actions.ts'
import type { ReviewDialogProps } from './review-dialog.tsx'

const ReviewDialog = lazyPart<ReviewDialogProps>(() => import('./review-dialog.tsx'))

/** The button to write a review: visitors log in first, and each user writes one review per item. */
export function WriteReview({ item }: { item: Item }) {
  const { signedIn } = useViewer()
  const openLogin = useLoginPrompt()
  const user = useStore((state) => state.accounts.user)
  const list = useStore((state) => state.reviews.byItem[item._id]?.list)
  const [isWriting, setWriting] = useState(false)
  if (!signedIn) return <Button onClick={openLogin}>Login to Review</Button>
  if (!user || list?.some((review) => review.user._id === user._id)) return null
  return (
    <>
      <Button icon={Pencil} onClick={() => setWriting(true)}>
        Write a review
      </Button>
      {isWriting && <LazyReviewDialog itemId={item._id} itemName={item.name} onClose={() => setWriting(false)} />}
    </>
  )
}

/** Buttons to edit and delete the user's own review. */
export function OwnReview({ review, itemName }: { review: Review; itemName: string }) {
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

  return (
    <div className="mt-3 flex gap-2">
      <Button size="small" icon={Pencil} onClick={() => setWriting(true)}>
        Update
      </Button>
      <Button size="small" variant="plain" icon={Trash2} onClick={() => setConfirming(true)}>
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

const LazyReviewDialog = (props: ReviewDialogProps) => (
  <Suspense fallback={null}>
    <ReviewDialog {...props} />
  </Suspense>
)
