import type { Item } from '../../shared/catalogue/schema.ts'
import { useStore } from '../client-context.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { ItemCard } from './item-card.tsx'

export interface ItemGridProps {
  ids: readonly string[]
  level?: 2 | 3
  /** How many are visible without scrolling. */
  eagerCount?: number
  className: string
}

/** Items as cards, updated live. */
export function ItemGrid({ ids, level, eagerCount = 0, className }: ItemGridProps) {
  const items = useStore((state) => state.catalogue.items)
  const loaded = ids.map((id) => items[id]).filter((item): item is Item => item !== undefined)
  return (
    <ul className={className}>
      {loaded.map((item, index) => (
        <li key={item._id} className="grid">
          <ItemCard item={item} level={level} eager={index < eagerCount} first={eagerCount > 0 && index === 0} />
        </li>
      ))}
    </ul>
  )
}

/** As large as the grid that replaces it. */
export function ItemGridSkeleton({ count, className }: { count: number; className: string }) {
  return (
    <Loading label="Loading services" className={className}>
      {Array.from({ length: count }, (_, index) => (
        <CardSkeleton key={index} />
      ))}
    </Loading>
  )
}

const CardSkeleton = () => (
  <div className="item-card surface" aria-hidden="true">
    <Skeleton className="item-cover rounded-none" />
    <div className="item-card-body">
      <Skeleton className="h-3 w-2/5" />
      <Skeleton className="mt-2.5 mb-2 h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
      <div className="item-card-foot">
        <Skeleton className="my-1 h-5 w-2/5" />
      </div>
    </div>
  </div>
)
