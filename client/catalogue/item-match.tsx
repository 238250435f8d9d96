import { useState } from 'react'
import type { CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import { matchedText } from '../../shared/catalogue/matched-text.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useStore } from '../client-context.tsx'
import { CardSummary } from './item-card.tsx'
import { itemsKey } from './store.ts'

export type ItemMatchProps = {
  item: Item
  filter: CatalogueFilter
  /** The list is that of another filter, because this one's is loading. */
  isPrevious: boolean
}

/** On a card: the text that a search found the item by, where its name, category and duration don't say why. */
export default function ItemMatch({ item, filter, isPrevious }: ItemMatchProps) {
  const text = matchedText(item, useQuery(filter, isPrevious))
  if (!text) return <CardSummary item={item} />
  return (
    <p className="item-card-summary">
      {text.before}
      <mark>{text.match}</mark>
      {text.after}
    </p>
  )
}

/** The query that found what is shown, as it was corrected. */
function useQuery(filter: CatalogueFilter, isPrevious: boolean): string {
  const suggestion = useStore((state) => state.catalogue.searches[itemsKey(filter)]?.suggestion)
  const query = suggestion ?? filter.q ?? ''
  const [last, setLast] = useState(query)
  if (isPrevious) return last
  if (last !== query) setLast(query)
  return query
}
