import { Suspense, useRef } from 'react'
import { loadCategories, loadCounts, loadItems } from '../catalogue/lazy-actions.ts'
import { ActiveFilters } from '../catalogue/active-filters.tsx'
import { catalogueUrl, withDefaultSort } from '../../shared/catalogue/filter-url.ts'
import { categoryPath } from '../../shared/catalogue/rules.ts'
import { Filters } from '../catalogue/filters.tsx'
import type { ListDataProps } from '../catalogue/list-data.tsx'
import { Results } from '../catalogue/results.tsx'
import { ResultsBar } from '../catalogue/results-bar.tsx'
import { categoriesKey, countsKey, itemsKey } from '../catalogue/store.ts'
import { SearchNotes } from '../catalogue/search-notes.tsx'
import { type ChangeFilter, useFilter } from '../catalogue/use-filter.ts'
import { useDisplayedList } from '../catalogue/use-displayed-list.ts'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { laterPart } from '../layout/lazy-part.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { isNarrow } from '../ui/media.ts'
import { type Loading, useLoad } from '../use-load.ts'

const ListData = laterPart<ListDataProps>(() => import('../catalogue/list-data.tsx'))

export default function ItemsPage() {
  const client = useClient()
  const [filter, setFilter] = useFilter()
  const results = useRef<HTMLElement>(null)
  const change: ChangeFilter = (part, options) => {
    setFilter(part, options)
    // The filters stay in view there. Other results are shown from the first one.
    if (isNarrow() && results.current!.getBoundingClientRect().top < 0) results.current!.scrollIntoView()
  }
  const list = withDefaultSort(filter)
  const key = itemsKey(list)
  const loading = useLoad(key, (signal) => loadItems(client, list, signal))
  const categoriesLoading = useLoad(categoriesKey, (signal) => loadCategories(client, signal))
  const isCounted = useStore((state) => state.catalogue.counts[countsKey(list)] !== undefined)
  const isNarrowed = countsKey(list) !== countsKey({})
  const outdated = isNarrowed && !isCounted && loading.status === 'ready'
  useLoad(outdated ? countsKey(list) : null, (signal) => loadCounts(client, list, signal))
  useFailureToast(loading, 'Error loading items')
  useFailureToast(categoriesLoading, 'Error loading categories')

  const categories = useStore((state) => state.catalogue.categories)
  const category = categories?.find(({ _id }) => _id === filter.category)
  const title = category?.name ?? 'Services'
  const address = category ? categoryPath(category) : '/items'
  const shown = useDisplayedList(key)
  const loaded = shown && !shown.isPrevious ? shown.list : null
  const ids = loaded?.ids ?? []
  const isWholeList = catalogueUrl(filter, categories) === address
  // A category is shared with the picture of its first item.
  const cover = useStore((state) => (category && ids[0] ? state.catalogue.items[ids[0]] : undefined))
  const props = { filter, onChange: change, categoriesLoading }

  return (
    <div className="page-column py-6 wide:py-10">
      <PageHead
        title={filter.q ? `“${filter.q}” · ${title}` : title}
        image={cover && { link: cover.bannerLink, alt: cover.name }}
        address={address}
        hidden={filter.category !== undefined && categories !== null && category === undefined}
        description={`${category ? title : 'Digital'} services and subscriptions with their prices, durations and reviews. Pay by bank transfer, Binance Pay or crypto.`}
      />
      <Suspense fallback={null}>
        <ListData category={category} address={address} ids={isWholeList ? ids : []} />
      </Suspense>
      <PageTitle text={`Everything ${category ? `in ${title}` : 'we offer'}, with prices, durations and reviews.`}>
        {title}
      </PageTitle>
      <div className="catalogue">
        <aside className="catalogue-side" aria-label="Filters">
          <Filters {...props} />
        </aside>
        <section ref={results} aria-label="Results" className="flex min-w-0 scroll-mt-3 flex-col gap-5">
          <ResultsBar {...props} count={loaded && loaded.totalCount} failed={loading.status === 'failed'} />
          <SearchNotes filter={list} hasResults={shown ? ids.length > 0 : loading.status !== 'failed'}>
            <ActiveFilters filter={filter} />
          </SearchNotes>
          <Results filter={list} shown={shown} loading={withRetryOf(loading, categoriesLoading)} />
        </section>
      </div>
    </div>
  )
}

/** Trying again loads what failed with it, too. */
const withRetryOf = (loading: Loading, other: Loading): Loading => ({
  ...loading,
  async retry() {
    await Promise.all([loading.retry(), other.status === 'failed' && other.retry()])
  },
})
