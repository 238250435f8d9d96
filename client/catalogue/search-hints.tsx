import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import type { CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import { durationLabels } from '../../shared/catalogue/list-options.ts'
import { namedCategory } from '../../shared/catalogue/named-category.ts'
import { namedDuration } from '../../shared/catalogue/named-duration.ts'
import { categoryPath } from '../../shared/catalogue/rules.ts'
import { useStore } from '../client-context.tsx'
import { focusContent } from './focus-content.ts'
import { itemsKey } from './store.ts'
import { useCatalogueUrl } from './use-filter.ts'

export type SearchHintsProps = { filter: CatalogueFilter; q: string }

/** How a search was corrected, the category and the duration that it names, and the way back to the best matches. */
export default function SearchHints({ filter, q }: SearchHintsProps) {
  const catalogueUrl = useCatalogueUrl()
  const suggestion = useStore((state) => state.catalogue.searches[itemsKey(filter)]?.suggestion)
  const text = suggestion ?? q
  return (
    <>
      {suggestion && (
        <p>
          No exact match for “{q}”. Did you mean{' '}
          <Link
            href={catalogueUrl({ ...filter, q: suggestion, from: undefined })}
            className="link font-semibold"
            onClick={focusContent}
          >
            {suggestion}
          </Link>
          ?
        </p>
      )}
      {filter.category === undefined && <CategoryChip text={text} />}
      {filter.duration === undefined && <DurationChip filter={filter} text={text} />}
      {filter.sortBy !== undefined && <BestMatchesChip filter={filter} />}
    </>
  )
}

/** `text`: the words that were searched for. */
type ChipProps = { filter: CatalogueFilter; text: string }

function CategoryChip({ text }: Pick<ChipProps, 'text'>) {
  const categories = useStore((state) => state.catalogue.categories)
  const category = categories && namedCategory(text, categories)
  if (!category) return null
  return (
    <Link href={categoryPath(category)} className="search-chip" onClick={focusContent}>
      See all {category.itemCount} in {category.name}
      <ArrowRight size={16} />
    </Link>
  )
}

/** Filters by the duration instead of searching for its words, which stand in descriptions of others, too. */
function DurationChip({ filter, text }: ChipProps) {
  const catalogueUrl = useCatalogueUrl()
  const named = namedDuration(text)
  if (!named) return null
  const { duration, others } = named
  const href = catalogueUrl({ ...filter, duration, q: others, from: undefined })
  return (
    <Link href={href} className="search-chip" onClick={focusContent}>
      Only plans of {durationLabels[duration].toLowerCase()}
      <ArrowRight size={16} />
    </Link>
  )
}

/** In any other order, the first ones may match by a word of their description alone. */
function BestMatchesChip({ filter }: Pick<ChipProps, 'filter'>) {
  const catalogueUrl = useCatalogueUrl()
  return (
    <Link
      href={catalogueUrl({ ...filter, sortBy: undefined, from: undefined })}
      className="search-chip"
      onClick={focusContent}
    >
      Best matches first
      <ArrowRight size={16} />
    </Link>
  )
}
