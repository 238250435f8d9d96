import type { Item } from '../../shared/catalogue/schema.ts'
import { useStore } from '../client-context.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
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
      <p className="item-card-category">
        <SkeletonLine className="w-2/5" />
      </p>
      <p className="item-card-name">
        <SkeletonLine className="w-4/5" />
      </p>
      <p className="text-sm">
        <SkeletonLine className="w-3/5" />
      </p>
      <div className="item-card-foot">
        <p className="text-sm">
          <SkeletonLine className="w-1/4" />
        </p>
        <p className="text-lg">
          <SkeletonLine className="w-2/5" />
        </p>
      </div>
    </div>
  </div>
)
