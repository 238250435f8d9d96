import { ItemGrid } from './item-grid.tsx'

/** Other items below an item; nothing if there are none. */
export function RelatedItems({ title, ids }: { title: string; ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <section aria-label={title} className="related-items mt-10 wide:mt-14">
      <h2 className="mb-4 text-xl wide:text-2xl">{title}</h2>
      <ItemGrid ids={ids} level={3} className="item-strip" />
    </section>
  )
}
