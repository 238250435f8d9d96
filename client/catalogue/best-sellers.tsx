import { bestSellers } from '../../shared/catalogue/rules.ts'
import { useClient, useStore } from '../client-context.tsx'
import { classNames } from '../ui/class-names.ts'
import { useLoad } from '../use-load.ts'
import { ItemGrid, ItemGridSkeleton } from './item-grid.tsx'
import { loadItems } from './lazy-actions.ts'
import { itemsKey } from './store.ts'

export type BestSellersProps = { limit?: number; className?: string }

const oneRow =
  'best-sellers-row grid grid-cols-2 gap-4 max-tight:grid-cols-1 md:grid-cols-4 md:max-wide:gap-3 md:max-wide:[&_.item-card-body]:px-2.5 wide:gap-6'

/** Services to begin with, where there is nothing else: an empty cart, a search without results, an unknown item. */
export default function BestSellers({ limit = 4, className = oneRow }: BestSellersProps) {
  const client = useClient()
  const filter = { ...bestSellers, limit }
  const { status } = useLoad(itemsKey(filter), (signal) => loadItems(client, filter, signal))
  const ids = useStore((state) => state.catalogue.lists[itemsKey(filter)]?.ids)
  if (ids ? ids.length === 0 : status === 'failed') return null
  return (
    <section aria-labelledby="best-sellers" className={classNames('mt-6 mb-10', !ids && 'noscript:hidden')}>
      <h2 id="best-sellers" className="mb-5 text-xl">
        Popular right now
      </h2>
      {ids ? (
        <ItemGrid ids={ids} level={3} className={className} />
      ) : (
        <ItemGridSkeleton count={limit} className={className} />
      )}
    </section>
  )
}
