import type { Item } from '../../shared/catalogue/schema.ts'
import { classNames } from '../ui/class-names.ts'
import { Stars } from '../ui/stars.tsx'

/** The average rating as stars, with the number of reviews. */
export function Rating({ item, className }: { item: Pick<Item, 'averageRating' | 'reviewCount'>; className?: string }) {
  const { averageRating, reviewCount } = item
  if (reviewCount === 0) return <span className={classNames('text-sm text-muted', className)}>No reviews yet</span>
  return (
    <span className={classNames('flex flex-wrap items-center gap-x-1.5 text-sm', className)}>
      <Stars value={averageRating} />
      <span className="tabular text-muted">
        <span aria-hidden="true">{`${averageRating.toFixed(1)} `}</span>
        {`(${reviewCount}`}
        <span className="sr-only">{reviewCount === 1 ? ' review' : ' reviews'}</span>)
      </span>
    </span>
  )
}
