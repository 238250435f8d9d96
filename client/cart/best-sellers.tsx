import { loadItems } from '../catalogue/lazy-actions.ts'
import { ItemGrid, ItemGridSkeleton } from '../catalogue/item-grid.tsx'
import { itemsKey } from '../catalogue/store.ts'
import { useClient, useStore } from '../client-context.tsx'
import { useLoad } from '../use-load.ts'

const filter = { sortBy: 'popular', limit: 4 } as const
const grid = 'grid grid-cols-2 gap-4 wide:grid-cols-4 wide:gap-6'

/** Four services to begin with, under an empty cart or an item that doesn’t exist. */
export default function BestSellers() {
  const client = useClient()
  const { status } = useLoad(itemsKey(filter), (signal) => loadItems(client, filter, signal))
  const list = useStore((state) => state.catalogue.lists[itemsKey(filter)])
  if (status === 'failed' || list?.ids.length === 0) return null
  return (
    <section aria-labelledby="best-sellers" className="needs-scripts mt-6 mb-10">
      <h2 id="best-sellers" className="mb-5 text-xl">
        Best sellers
      </h2>
      {list ? <ItemGrid ids={list.ids} level={3} className={grid} /> : <ItemGridSkeleton count={4} className={grid} />}
    </section>
  )
}
