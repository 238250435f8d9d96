import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useLoginPrompt } from '../accounts/login-prompt.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import { useStore } from '../client-context.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'
import { Button } from '../ui/button.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import type { ReviewDialogProps } from './review-dialog.tsx'

const ReviewDialog = lazyPart<ReviewDialogProps>(() => import('./review-dialog.tsx'))

/** The button to write a review: visitors log in first, and each user writes one review per item. */
export function WriteReview({ item }: { item: Item }) {
  const { signedIn } = useViewer()
  const openLogin = useLoginPrompt()
  const user = useStore((state) => state.accounts.user)
  const list = useStore((state) => state.reviews.byItem[item._id]?.list)
  const [isWriting, setWriting] = useState(false)
  const hydrated = useHydrated()
  if (!signedIn) {
    return (
      <Button disabled={!hydrated} onClick={openLogin}>
        Login to Review
      </Button>
    )
  }
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

export const LazyReviewDialog = (props: ReviewDialogProps) => (
  <Suspense fallback={null}>
    <ReviewDialog {...props} />
  </Suspense>
)
