import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { OrderLine } from '../../shared/orders/schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { useAct } from '../lib/use-act.ts'
import { Button, look } from '../ui/button.tsx'
import { Menu, MenuEntry } from '../ui/menu.tsx'
import { loadReviews } from './lazy-actions.ts'
import { defaultReviewSort } from './store.ts'
import { LazyReviewDialog } from './write-review.tsx'

/** The button to review what was bought, without what is known to be reviewed. Of several items, one is chosen. */
export function ReviewPurchase({ lines }: { lines: OrderLine[] }) {
  const client = useClient()
  const userId = useStore((state) => state.accounts.user?._id)
  const reviews = useStore((state) => state.reviews.byItem)
  const [writing, setWriting] = useState<OrderLine | null>(null)
  const ownReview = ({ item }: OrderLine) => reviews[item]?.list.find(({ user }) => user._id === userId)
  const { busy, run: write } = useAct(
    async (line: OrderLine) => {
      // An earlier review is edited.
      await loadReviews(client, { item: line.item, sortBy: defaultReviewSort })
      setWriting(line)
    },
    { failed: 'Error loading reviews' },
  )

  const [first, ...others] = lines.filter((line) => !ownReview(line))
  return (
    <>
      {first &&
        (others.length === 0 ? (
          <Button icon={Pencil} busy={busy} onClick={() => write(first)}>
            Write a review
          </Button>
        ) : (
          <Menu
            label="Write a review"
            align="start"
            buttonClassName={look({})}
            button={
              <span className="button-face">
                <Pencil size={16} />
                Write a review
              </span>
            }
          >
            {[first, ...others].map((line) => (
              <MenuEntry key={line._id} onSelect={() => write(line)}>
                {line.name}
              </MenuEntry>
            ))}
          </Menu>
        ))}
      {writing && (
        <LazyReviewDialog
          itemId={writing.item}
          itemName={writing.name}
          existing={ownReview(writing)}
          onClose={() => setWriting(null)}
        />
      )}
    </>
  )
}
