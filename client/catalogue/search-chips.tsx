import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { type CatalogueFilter, catalogueUrl } from '../../shared/catalogue/filter-url.ts'
import { durationLabels } from '../../shared/catalogue/list-options.ts'
import { namedCategory } from '../../shared/catalogue/named-category.ts'
import { namedDuration } from '../../shared/catalogue/named-duration.ts'
import { categoryPath } from '../../shared/catalogue/rules.ts'
import { useStore } from '../client-context.tsx'

/** `text`: the words that were searched for. */
export type SearchChipsProps = { filter: CatalogueFilter; text: string }

/** The category and the duration that a search names, each a link to what it probably meant, and the way back to the best matches. */
export default function SearchChips(props: SearchChipsProps) {
  return (
    <>
      {props.filter.category === undefined && <CategoryChip text={props.text} />}
      {props.filter.duration === undefined && <DurationChip {...props} />}
      {props.filter.sortBy !== undefined && <BestMatchesChip filter={props.filter} />}
    </>
  )
}

function CategoryChip({ text }: Pick<SearchChipsProps, 'text'>) {
  const categories = useStore((state) => state.catalogue.categories)
  const category = categories && namedCategory(text, categories)
  if (!category) return null
  return (
    <Link href={categoryPath(category)} className="search-chip">
      See all {category.itemCount} in {category.name}
      <ArrowRight size={16} />
    </Link>
  )
}

/** Filters by the duration instead of searching for its words, which stand in descriptions of others, too. */
function DurationChip({ filter, text }: SearchChipsProps) {
  const categories = useStore((state) => state.catalogue.categories)
  const named = namedDuration(text)
  if (!named) return null
  const { duration, others } = named
  const href = catalogueUrl({ ...filter, duration, q: others, from: undefined }, categories)
  return (
    <Link href={href} className="search-chip">
      Only plans of {durationLabels[duration].toLowerCase()}
      <ArrowRight size={16} />
    </Link>
  )
}

/** In any other order, the first ones may match by a word of their description alone. */
function BestMatchesChip({ filter }: Pick<SearchChipsProps, 'filter'>) {
  const categories = useStore((state) => state.catalogue.categories)
  return (
    <Link href={catalogueUrl({ ...filter, sortBy: undefined, from: undefined }, categories)} className="search-chip">
      Best matches first
      <ArrowRight size={16} />
    </Link>
  )
}
