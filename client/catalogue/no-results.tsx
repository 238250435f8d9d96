import { SearchX } from 'lucide-react'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { type CatalogueFilter, catalogueUrl, countFilters, unfilteredUrl } from '../../shared/catalogue/filter-url.ts'
import { useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import BestSellers from './best-sellers.tsx'
import { focusContent } from './focus-content.ts'
import SearchHints from './search-hints.tsx'
import { itemsKey } from './store.ts'
import { useFilter } from './use-filter.ts'

/** A list without results: what was searched, words that are like it, and what sells best. */
export default function NoResults() {
  const [filter] = useFilter()
  const q = filter.q?.trim()
  const hasFilters = countFilters(filter) > 0
  const isEmptyStore = !q && !hasFilters && !filter.from
  // On phones, the fields that say so are in a sheet.
  const isReversed = Number(filter.minPrice) > Number(filter.maxPrice)
  const isUnknownCategory = useStore(
    ({ catalogue: { categories } }) =>
      filter.category && categories && !categories.some(({ _id }) => _id === filter.category),
  )
  return (
    <>
      <EmptyState
        icon={SearchX}
        title={q ? `Nothing for “${q}”${hasFilters ? ' with these filters' : ''}` : 'No services found'}
        text={
          <>
            {isReversed && 'The minimum price is above the maximum. '}
            {isUnknownCategory && 'There is no such category. '}
            {hasFilters && !q && !isReversed && !isUnknownCategory && 'Nothing fits all of these filters at once.'}
            {q && <NearestWords filter={filter} hasFilters={hasFilters} />}
            {isEmptyStore && 'Nothing is on sale yet. Services appear here as soon as they are.'}
          </>
        }
        action={
          isEmptyStore ? null : (
            <>
              {q && <SearchHints filter={filter} q={q} />}
              <ButtonLink
                href={unfilteredUrl(hasFilters ? filter : { ...filter, q: undefined })}
                onClick={focusContent}
              >
                {hasFilters ? 'Reset filters' : 'Clear search'}
              </ButtonLink>
            </>
          )
        }
      />
      {/* Two rows of three; where four fit, there is one row. */}
      {q && <BestSellers limit={6} className="item-grid best-sellers" />}
    </>
  )
}

/** The links lead to the words without the filters, with which they may find nothing either. */
function NearestWords({ filter, hasFilters }: { filter: CatalogueFilter; hasFilters: boolean }) {
  const nearest = useStore((state) => state.catalogue.searches[itemsKey(filter)]?.nearest)
  if (!nearest || nearest.length === 0) {
    return hasFilters ? 'Try fewer filters, or a more general word.' : 'Check the spelling, or try a more general word.'
  }
  return (
    <>
      Search for{' '}
      {nearest.map((word, index) => (
        <Fragment key={word}>
          {index > 0 && (index === nearest.length - 1 ? ' or ' : ', ')}
          <Link href={catalogueUrl({ q: word, sortBy: filter.sortBy })} className="link font-semibold">
            {word}
          </Link>
        </Fragment>
      ))}
      {hasFilters ? ' without filters.' : ' instead.'}
    </>
  )
}
