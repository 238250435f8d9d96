import { loadCategories, loadItems } from '../catalogue/lazy-actions.ts'
import { withDefaultSort } from '../../shared/catalogue/filter-url.ts'
import { categoryPath } from '../../shared/catalogue/rules.ts'
import { Filters } from '../catalogue/filters.tsx'
import { Results } from '../catalogue/results.tsx'
import { ResultsBar } from '../catalogue/results-bar.tsx'
import { categoriesKey, itemsKey } from '../catalogue/store.ts'
import { useFilter } from '../catalogue/use-filter.ts'
import { useDisplayedList } from '../catalogue/use-displayed-list.ts'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { PageHead } from '../layout/page-head.tsx'
import { StructuredData } from '../layout/structured-data.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useLoad } from '../use-load.ts'

export default function ItemsPage() {
  const client = useClient()
  const [filter, change] = useFilter()
  const list = withDefaultSort(filter)
  const key = itemsKey(list)
  const loading = useLoad(key, (signal) => loadItems(client, list, signal))
  const categoriesLoading = useLoad(categoriesKey, (signal) => loadCategories(client, signal))
  useFailureToast(loading, 'Error loading items')
  useFailureToast(categoriesLoading, 'Error loading categories')

  const categories = useStore((state) => state.catalogue.categories)
  const category = categories?.find(({ _id }) => _id === filter.category)
  const title = category?.name ?? 'Services'
  const address = category ? categoryPath(category) : '/items'
  const shown = useDisplayedList(key)
  const count = shown && !shown.isPrevious ? shown.list.totalCount : null
  const props = { filter, onChange: change }

  return (
    <div className="page-column py-6 wide:py-10">
      <PageHead
        title={filter.q ? `“${filter.q}” · ${title}` : title}
        address={address}
        hidden={filter.category !== undefined && categories !== null && category === undefined}
        description={`${category ? title : 'Digital'} services and subscriptions with their prices, durations and reviews. Pay by bank transfer, Binance Pay or crypto.`}
      />
      {category && <CategoryData name={title} address={address} />}
      <PageTitle text={`Everything ${category ? `in ${title}` : 'we offer'}, with prices, durations and reviews.`}>
        {title}
      </PageTitle>
      <div className="catalogue">
        <aside className="catalogue-side" aria-label="Filters">
          <Filters {...props} />
        </aside>
        <section aria-label="Results" className="grid min-w-0 content-start gap-5">
          <ResultsBar {...props} count={count} failed={loading.status === 'failed'} />
          <Results filter={list} shown={shown} loading={loading} />
        </section>
      </div>
    </div>
  )
}

/** The way to the category, for search engines. */
function CategoryData({ name, address }: { name: string; address: string }) {
  const origin = useStore((state) => state.config?.publicUrl ?? '')
  const path = [
    { name: 'Services', item: `${origin}/items` },
    { name, item: origin + address },
  ]
  const itemListElement = path.map((entry, index) => ({ '@type': 'ListItem', position: index + 1, ...entry }))
  return <StructuredData data={{ '@type': 'BreadcrumbList', itemListElement }} />
}
