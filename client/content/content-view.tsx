import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { ContentPage } from '../../shared/content.ts'
import { useClient, useStore } from '../client-context.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { StructuredData } from '../layout/structured-data.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'
import { loadContent } from './actions.ts'
import { contentLinks } from './content-links.ts'
import { contentKey } from './store.ts'

export interface ContentViewProps {
  slug: string
  /** Shown when the owner has no such page. */
  missing: ReactNode
  /** After the text. */
  children?: ReactNode
}

/** A page that the owner wrote. */
export function ContentView({ slug, missing, children }: ContentViewProps) {
  const client = useClient()
  const { status, code, message, retry } = useLoad(contentKey(slug), (signal) => loadContent(client, slug, signal))
  const page = useStore((state) => state.content[slug])
  const exists = useStore((state) => state.config?.pages.some((one) => one === slug) ?? true)

  if (!exists || code === 'not_found') return missing
  return (
    <div className="page-column content py-8 wide:py-12">
      <ContentNav />
      <div className="content-column">
        {page ? (
          <>
            <Head page={page} />
            <Breadcrumb
              path={[{ label: 'Home', href: '/' }, { label: page.title }]}
              className="mb-4 max-wide:-mt-3 max-wide:mb-1 max-sm:hidden"
            />
            <PageTitle>{page.title}</PageTitle>
            {/* Sanitized by the server (content-pages.ts). */}
            <div className="prose content-text" dangerouslySetInnerHTML={{ __html: page.html }} />
          </>
        ) : status === 'failed' ? (
          <>
            <PageHead title="Page not loaded" description={message} hidden />
            <ErrorState title="This page could not be loaded" text={message} onRetry={retry} />
          </>
        ) : (
          <TextSkeleton />
        )}
        {children}
      </div>
    </div>
  )
}

/** The other pages of the owner; on narrow screens the footer lists them. */
function ContentNav() {
  const [path] = useLocation()
  const pages = useStore((state) => state.config?.pages)
  const links = (['help', 'company', 'legal'] as const).flatMap((group) => contentLinks(group, pages))
  return (
    <nav aria-label="About the store" className="content-nav">
      {links.map(({ href, label }) => (
        <Link key={href} href={href} aria-current={href === path ? 'page' : undefined} className="content-nav-link">
          {label}
        </Link>
      ))}
    </nav>
  )
}

function Head({ page: { title, description } }: { page: ContentPage }) {
  const origin = useStore((state) => state.config?.publicUrl ?? '')
  const [path] = useLocation()
  const crumbs = [
    { name: 'Home', item: `${origin}/` },
    { name: title, item: origin + path },
  ]
  return (
    <>
      <PageHead title={title} description={description} />
      <StructuredData
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: crumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
        }}
      />
    </>
  )
}

const TextSkeleton = () => (
  <Loading label="Loading the page…" className="grid gap-3">
    <Skeleton className="h-9 w-1/2" />
    {[1, 2, 3, 4, 5, 6].map((line) => (
      <Skeleton key={line} className="h-4" />
    ))}
  </Loading>
)
