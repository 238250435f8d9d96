import type { Item } from '../../shared/catalogue.ts'
import { useStore } from '../store.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { ItemCard } from './item-card.tsx'

export interface ItemGridProps {
  ids: readonly string[]
  level?: 2 | 3
  /** How many are seen without scrolling. */
  early?: number
  className: string
}

/** Items as cards, each of which changes by itself when the store says so. */
export function ItemGrid({ ids, level, early = 0, className }: ItemGridProps) {
  const items = useStore((state) => state.catalogue.items)
  const known = ids.map((id) => items[id]).filter((item): item is Item => item !== undefined)
  return (
    <ul className={className}>
      {known.map((item, index) => (
        <li key={item._id} className="grid">
          <ItemCard item={item} level={level} early={index < early} />
        </li>
      ))}
    </ul>
  )
}

/** In the size of what comes. */
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
