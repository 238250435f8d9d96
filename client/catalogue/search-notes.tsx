import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import type { CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import { namedCategory } from '../../shared/catalogue/named-category.ts'
import { categoryPath } from '../../shared/catalogue/rules.ts'
import { useStore } from '../client-context.tsx'
import { itemsKey } from './store.ts'
import { useCatalogueUrl } from './use-filter.ts'

/** Above the results of a search: the category that it names, and how it was corrected. */
export function SearchNotes({ filter }: { filter: CatalogueFilter }) {
  const catalogueUrl = useCatalogueUrl()
  const q = filter.q?.trim()
  const suggestion = useStore((state) => state.catalogue.searches[itemsKey(filter)]?.suggestion)
  const categories = useStore((state) => state.catalogue.categories)
  if (!q) return null
  const category = filter.category === undefined && categories ? namedCategory(suggestion ?? q, categories) : null
  if (!category && !suggestion) return null
  return (
    <div className="search-notes">
      {suggestion && (
        <p>
          No exact match for “{q}”. Did you mean{' '}
          <Link href={catalogueUrl({ ...filter, q: suggestion, from: undefined })} className="link font-semibold">
            {suggestion}
          </Link>
          ?
        </p>
      )}
      {category && (
        <Link href={categoryPath(category)} className="search-category">
          See all {category.itemCount} in {category.name}
          <ArrowRight size={16} />
        </Link>
      )}
    </div>
  )
}
