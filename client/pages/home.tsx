import { Link } from 'wouter'
import { loadCategories, loadItems } from '../catalogue/actions.ts'
import { CategoryIndex } from '../catalogue/category-index.tsx'
import { ItemGrid, ItemGridSkeleton } from '../catalogue/item-grid.tsx'
import { categoriesKey, itemsKey } from '../catalogue/store.ts'
import { Features } from '../layout/features.tsx'
import { Hero } from '../layout/hero.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { StructuredData } from '../layout/structured-data.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useLoad } from '../use-load.ts'

const bestRated = { sortBy: 'rating', limit: 8 } as const

export default function HomePage() {
  const client = useClient()
  useLoad(itemsKey(bestRated), (signal) => loadItems(client, bestRated, signal))
  useLoad(categoriesKey, (signal) => loadCategories(client, signal))
  const list = useStore((state) => state.catalogue.lists[itemsKey(bestRated)])
  const categories = useStore((state) => state.catalogue.categories)

  return (
    <>
      <PageHead description="Streaming, software and learning subscriptions, paid by bank transfer, Binance Pay or crypto. A person checks every payment, and you follow each step live." />
      <StoreData />
      <Hero ids={list?.ids ?? []} />
      <section aria-labelledby="rated" className="page-column home-section">
        <div className="home-head">
          <h2 id="rated" className="text-2xl wide:text-3xl">
            Best rated right now
          </h2>
          <Link href="/items?sortBy=rating" className="link flex-none py-2 font-medium">
            See all
          </Link>
        </div>
        {list ? (
          <ItemGrid ids={list.ids} level={3} className="item-strip" />
        ) : (
          <ItemGridSkeleton count={4} className="item-strip" />
        )}
      </section>
      <section aria-labelledby="categories" className="border-y bg-sunken/60">
        <div className="page-column home-section">
          <h2 id="categories" className="mb-6 text-2xl wide:text-3xl">
            What are you looking for?
          </h2>
          <CategoryIndex categories={categories} />
        </div>
      </section>
      <Features />
      <section aria-labelledby="closing" className="page-column pb-16 wide:pb-24">
        <div className="home-closing surface">
          <div>
            <h2 id="closing" className="text-2xl">
              Find yours, or ask first
            </h2>
            <p className="mt-1.5 max-w-[52ch] text-muted">
              Every service shows its price, its duration and what others think of it. The most common questions are
              answered in the FAQ.
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <ButtonLink href="/items" variant="primary" size="large">
              Explore services
            </ButtonLink>
            <ButtonLink href="/faq" size="large">
              FAQ
            </ButtonLink>
          </div>
        </div>
      </section>
    </>
  )
}

/** The store and its search, for search engines. */
function StoreData() {
  const { name = '', publicUrl = '' } = useStore((state) => state.config) ?? {}
  const target = `${publicUrl}/items?q={search_term_string}`
  return (
    <>
      <StructuredData
        data={{ '@type': 'Organization', name, url: `${publicUrl}/`, logo: `${publicUrl}/icon-512.png` }}
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
