import { loadCategories, loadItems } from '../catalogue/actions.ts'
import { addressOf } from '../catalogue/address.ts'
import { Filters } from '../catalogue/filters.tsx'
import { Results } from '../catalogue/results.tsx'
import { ResultsBar } from '../catalogue/results-bar.tsx'
import { categoriesKey, itemsKey } from '../catalogue/store.ts'
import { useFilter } from '../catalogue/use-filter.ts'
import { useShown } from '../catalogue/use-shown.ts'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { PageHead } from '../layout/page-head.tsx'
import { useClient, useStore } from '../store.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useLoad } from '../use-load.ts'

/** The catalogue. */
export default function ItemsPage() {
  const client = useClient()
  const [filter, change] = useFilter()
  const key = itemsKey(filter)
  const loading = useLoad(key, (signal) => loadItems(client, filter, signal))
  const ofCategories = useLoad(categoriesKey, (signal) => loadCategories(client, signal))
  useFailureToast(loading, 'Error loading items')
  useFailureToast(ofCategories, 'Error loading categories')

  const category = useStore((state) => state.catalogue.categories?.find((one) => one._id === filter.category)?.name)
  const shown = useShown(key)
  const count = shown && !shown.isOld ? shown.list.totalCount : null
  const reset = () => change({ category: undefined, minPrice: undefined, maxPrice: undefined, q: undefined })
  const props = { filter, onChange: change, onReset: reset }

  return (
    <div className="page-column py-6 wide:py-10">
      <PageHead
        title={category ?? 'Services'}
        address={addressOf({ category: filter.category })}
        description={`${category ? `${category}: ` : ''}Digital services and subscriptions with their prices, durations and reviews. Pay by bank transfer, Binance Pay or crypto.`}
      />
      <PageTitle text="Everything the store offers, each with what it costs, how long it lasts and what others say.">
        {category ?? 'Services'}
      </PageTitle>
      <div className="catalogue">
        <aside className="catalogue-side max-wide:hidden" aria-label="Filters">
          <Filters {...props} />
        </aside>
        <section aria-label="Results" className="grid min-w-0 content-start gap-5">
          <ResultsBar {...props} count={count} failed={loading.status === 'failed'} />
          <Results filter={filter} shown={shown} loading={loading} onReset={reset} />
        </section>
      </div>
    </div>
  )
}
