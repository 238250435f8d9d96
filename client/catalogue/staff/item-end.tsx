import { Archive, Trash2 } from 'lucide-react'
import type { StaffItem } from '../../../shared/catalogue/staff-schema.ts'
import { Button } from '../../ui/button.tsx'

/** Below the form: what ends an item, away from what is done with it every day. */
export function ItemEnd({ item, onArchive }: { item: StaffItem; onArchive: () => void }) {
  const isUsed = item.orderCount + item.reviewCount > 0
  const noun = item.draft ? 'draft' : 'item'
  return (
    <section className="item-end" aria-labelledby="item-end">
      <div>
        <h2 id="item-end" className="text-base">
          {isUsed ? 'Archive this item' : `Delete this ${noun}`}
        </h2>
        <p className="text-sm text-muted">
          {isUsed
            ? 'It’s no longer sold. Existing orders and reviews keep it, and you can put it back on sale.'
            : 'It has no orders and no reviews, so nothing else is lost.'}
        </p>
      </div>
      <Button variant="plain" icon={isUsed ? Archive : Trash2} className="item-end-button" onClick={onArchive}>
        {isUsed ? 'Archive' : `Delete ${noun}`}
      </Button>
    </section>
  )
}
