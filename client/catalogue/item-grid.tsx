import type { ReactNode } from 'react'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useStore } from '../client-context.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { ItemCard } from './item-card.tsx'

export interface ItemGridProps {
  ids: readonly string[]
  level?: 2 | 3
  /** How many are visible without scrolling. */
  eagerCount?: number
  /** Replaces the short descriptions. */
  summaryOf?: ((item: Item) => ReactNode) | undefined
  className: string
}

/** Items as cards, updated live. */
export function ItemGrid({ ids, level, eagerCount = 0, summaryOf, className }: ItemGridProps) {
  const items = useStore((state) => state.catalogue.items)
  const loaded = ids.map((id) => items[id]).filter((item): item is Item => item !== undefined)
  return (
    <ul className={className}>
      {loaded.map((item, index) => (
        <li key={item._id} className="grid">
          <ItemCard
            item={item}
            level={level}
            eager={index < eagerCount}
            first={eagerCount > 0 && index === 0}
            summary={summaryOf?.(item)}
          />
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

/** The lines of a card with their placeholders; on phones, names and what a month costs take another line. */
const cardLines = [
  ['item-card-category', 'w-2/5'],
  ['item-card-name', 'w-4/5', 'w-3/5 min-[33.75rem]:hidden'],
  ['text-sm', 'w-3/5'],
  ['item-card-terms mt-3', 'w-2/5', 'w-3/5 min-[33.75rem]:hidden'],
  ['text-lg', 'w-2/5'],
] as const

/** As large as the card that replaces it. */
export const CardSkeleton = () => (
  <div className="item-card surface" aria-hidden="true">
    <Skeleton className="item-cover rounded-none" />
    <div className="item-card-body">
      {cardLines.map(([line, ...placeholders]) => (
        <p key={line} className={line}>
          {placeholders.map((width) => (
            <SkeletonLine key={width} className={width} />
          ))}
        </p>
      ))}
    </div>
  </div>
)
