import { Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Item } from '../../shared/catalogue.ts'
import type { Review } from '../../shared/reviews.ts'
import { useAskToSignIn } from '../accounts/ask-to-sign-in.tsx'
import { useWho } from '../accounts/who.ts'
import { lazyPart } from '../layout/lazy-part.tsx'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { deleteReview } from './actions.ts'
import type { ReviewDialogProps } from './review-dialog.tsx'

const ReviewDialog = lazyPart<ReviewDialogProps>(() => import('./review-dialog.tsx'))

/** The way to write about an item: for visitors by signing in first, and once for everybody. */
export function WriteReview({ item }: { item: Item }) {
  const { signedIn } = useWho()
  const askToSignIn = useAskToSignIn()
  const user = useStore((state) => state.accounts.user)
  const list = useStore((state) => state.reviews.byItem[item._id]?.list)
  const [writing, setWriting] = useState(false)
  if (!signedIn) return <Button onClick={askToSignIn}>Login to Review</Button>
  if (!user || list?.some((review) => review.user._id === user._id)) return null
  return (
    <>
      <Button icon={Pencil} onClick={() => setWriting(true)}>
        Write a review
      </Button>
      {writing && <Writing itemId={item._id} itemName={item.name} onClose={() => setWriting(false)} />}
    </>
  )
}

/** What its writer can do with a review. */
export function OwnReview({ review, itemName }: { review: Review; itemName: string }) {
  const client = useClient()
  const toast = useToast()
  const [writing, setWriting] = useState(false)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await deleteReview(client, review)
      toast('Review deleted', { type: 'success' })
    } catch (error) {
      toast(tellFailure(error, 'Unable to delete review', 'Network error'), { type: 'error' })
      setBusy(false)
      setAsking(false)
    }
  }

  return (
    <div className="mt-3 flex gap-2">
      <Button size="small" icon={Pencil} onClick={() => setWriting(true)}>
        Update
      </Button>
      <Button size="small" variant="plain" icon={Trash2} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {writing && <Writing itemId={review.item} itemName={itemName} own={review} onClose={() => setWriting(false)} />}
      <ConfirmDialog
        open={asking}
        title="Delete this review?"
        text="Its stars no longer count for the average."
        confirmLabel="Delete review"
        busyLabel="Deleting…"
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

const Writing = (props: ReviewDialogProps) => (
  <Suspense fallback={null}>
    <ReviewDialog {...props} />
  </Suspense>
)
