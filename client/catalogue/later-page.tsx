import { Link } from 'wouter'
import type { CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import { useCatalogueUrl } from './use-filter.ts'

/** Above a page that was opened without scripts, or from a link to it: the way to what comes before it. */
export default function LaterPage({ filter }: { filter: CatalogueFilter }) {
  const catalogueUrl = useCatalogueUrl()
  return (
    <p className="mb-4 text-sm text-muted">
      This is a later part of the list.{' '}
      <Link href={catalogueUrl({ ...filter, from: undefined })} className="link font-semibold">
        See it from the start
      </Link>
    </p>
  )
}
