import type { Item } from '../../shared/catalogue.ts'
import { Stars } from '../ui/stars.tsx'

/** Stars and how many said so. */
export function Rating({ item, className }: { item: Pick<Item, 'averageRating' | 'reviewCount'>; className?: string }) {
  const { averageRating, reviewCount } = item
  return (
    <span className={`flex items-center gap-1.5 text-sm ${className ?? ''}`}>
      <Stars value={averageRating} />
      <span className="tabular text-muted">
        {reviewCount === 0 ? (
          'No reviews yet'
        ) : (
          <>
            <span aria-hidden="true">{averageRating.toFixed(1)} </span>({reviewCount}
            <span className="sr-only">{reviewCount === 1 ? ' review' : ' reviews'}</span>)
          </>
        )}
      </span>
    </span>
  )
}
