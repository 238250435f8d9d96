import type { ReactNode } from 'react'
import type { Item } from '../../shared/catalogue.ts'
import { useStore } from '../store.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { ItemCard } from './item-card.tsx'

/** As many as are seen without scrolling. */
const first = 4

export interface ItemGridProps {
  ids: readonly string[]
  level?: 2 | 3
  className: string
}

/** Items as cards, each of which changes by itself when the store says so. */
export function ItemGrid({ ids, level, className }: ItemGridProps) {
  const items = useStore((state) => state.catalogue.items)
  const known = ids.map((id) => items[id]).filter((item): item is Item => item !== undefined)
  return (
    <ul className={className}>
      {known.map((item, index) => (
        <li key={item._id} className="grid">
          <ItemCard item={item} level={level} early={index < first} />
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

const CardSkeleton = (): ReactNode => (
  <div className="item-card surface" aria-hidden="true">
    <Skeleton className="item-cover rounded-b-none" />
    <div className="item-card-body">
      <Skeleton className="mt-1 h-3 w-2/5" />
      <Skeleton className="mt-2 mb-3 h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="mt-auto h-5 w-2/5" />
    </div>
  </div>
)
