import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ItemFilter } from '../../shared/catalogue/schema.ts'
import { loadCategories, loadItems } from '../catalogue/lazy-actions.ts'
import { CategoryIndex } from '../catalogue/category-index.tsx'
import { ItemGrid, ItemGridSkeleton } from '../catalogue/item-grid.tsx'
import { categoriesKey, itemsKey } from '../catalogue/store.ts'
import { Hero } from '../layout/hero.tsx'
import { laterElement } from '../layout/lazy-part.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { StructuredData } from '../layout/structured-data.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { loadShop } from '../storefront/lazy-actions.ts'
import { products } from '../storefront/products.ts'
import { shopKey } from '../storefront/store.ts'
import { ErrorState } from '../ui/empty.tsx'
import { type Loading, useLoad } from '../use-load.ts'

const shopReviews = laterElement(() => import('../storefront/shop-reviews.tsx'))
const homeEnd = laterElement(() => import('../layout/home-end.tsx'))

const popular = { sortBy: 'popular', limit: 8 } as const
const rated = { sortBy: 'rating', limit: 8 } as const
const maxRated = 4

export default function HomePage() {
  const client = useClient()
  const shopLoading = useLoad(shopKey, (signal) => loadShop(client, signal))
  const categoriesLoading = useLoad(categoriesKey, (signal) => loadCategories(client, signal))
  const { ids, loading: popularLoading } = useItems(popular)
  const { ids: allRated, loading: ratedLoading } = useItems(rated)
  // What is popular stands above; in a small shop, that may be all there is.
  const ratedIds = allRated?.filter((id) => !ids?.includes(id)).slice(0, maxRated)
  const [failure] = [popularLoading, ratedLoading, categoriesLoading].filter(isFailed)
  async function retry() {
    const failed = [popularLoading, ratedLoading, categoriesLoading, shopLoading].filter(isFailed)
    await Promise.all(failed.map((loading) => loading.retry()))
  }
  // Of several parts that failed, the first one says so.
  const isShown = (loading: Loading, rows: readonly unknown[] | null | undefined) =>
    rows?.length !== 0 && (!isFailed(loading) || loading === failure)
  const failureOf = (loading: Loading, title: string) =>
    loading === failure && <ErrorState title={title} text={loading.message} onRetry={retry} />
  const categories = useStore((state) => state.catalogue.categories)
  const marks = useStore((state) => state.shop?.marks)

  return (
    <div className="home">
      <PageHead
        description={`${products}, paid by bank transfer, Binance Pay or crypto. Every payment is checked, and you follow each step live.`}
      />
      {/* Painted before these are there, the example of an order would stand in their place on phones. */}
      <link rel="expect" href="#categories" blocking="render" />
      <StoreData />
      <Hero ids={ids ?? []} />
      {isShown(popularLoading, ids) && (
        <ItemRow
          id="popular"
          className="home-popular"
          title="Popular right now"
          href="/items"
          ids={ids}
          count={popular.limit}
          failure={failureOf(popularLoading, 'Error loading items')}
        />
      )}
      {isShown(categoriesLoading, categories) && (
        <section aria-labelledby="categories" className="border-y bg-sunken/60">
          <div className="page-column home-section">
            <h2 id="categories" className="home-title">
              What are you looking for?
            </h2>
            {failureOf(categoriesLoading, 'Error loading categories') || (
              <CategoryIndex categories={categories} marks={marks ?? []} />
            )}
          </div>
        </section>
      )}
      {shopReviews}
      {isShown(ratedLoading, ratedIds) && (
        <ItemRow
          id="rated"
          className="home-rated"
          title="Best rated"
          href="/items?sortBy=rating"
          ids={ratedIds}
          count={maxRated}
          failure={failureOf(ratedLoading, 'Error loading items')}
        />
      )}
      {homeEnd}
    </div>
  )
}

const isFailed = ({ status }: Loading) => status === 'failed'

/** The ids of a list's items, undefined until it is loaded, and how it is loading. */
function useItems(filter: ItemFilter): { ids: readonly string[] | undefined; loading: Loading } {
  const client = useClient()
  const loading = useLoad(itemsKey(filter), (signal) => loadItems(client, filter, signal))
  return { ids: useStore((state) => state.catalogue.lists[itemsKey(filter)]?.ids), loading }
}

type RowProps = {
  id: string
  title: string
  /** The whole list. */
  href: string
  ids: readonly string[] | undefined
  count: number
  className: string
  /** In place of the items. */
  failure: ReactNode
}

function ItemRow({ id, title, href, ids, count, className, failure }: RowProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className="page-column home-section">
        <div className="home-head">
          <h2 id={id} className="home-title">
            {title}
          </h2>
          <Link href={href} aria-label={`See all services: ${title}`} className="link flex-none py-2 font-medium">
            See all
          </Link>
        </div>
        {failure ? (
          failure
        ) : ids ? (
          <ItemGrid ids={ids} level={3} className="home-items" />
        ) : (
          <ItemGridSkeleton count={count} className="home-items" />
        )}
      </div>
    </section>
  )
}

/** The store and its search, for search engines. */
function StoreData() {
  const { name = '', publicUrl = '', owner } = useStore((state) => state.config) ?? {}
  const target = `${publicUrl}/items?q={search_term_string}`
  return (
    <>
      <StructuredData
        data={{
          '@type': 'Organization',
          name,
          url: `${publicUrl}/`,
          logo: `${publicUrl}/icon-512.png`,
          ...(owner?.name && { legalName: owner.name }),
          ...(owner?.address && { address: owner.address }),
          ...(owner?.email && { email: owner.email }),
          ...(owner?.phone && { telephone: owner.phone }),
        }}
      />
      <StructuredData
        data={{
          '@type': 'WebSite',
          name,
          url: `${publicUrl}/`,
          potentialAction: { '@type': 'SearchAction', target, 'query-input': 'required name=search_term_string' },
        }}
      />
    </>
  )
}
