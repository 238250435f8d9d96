import { X } from 'lucide-react'
import { Link } from 'wouter'
import type { CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import { durationLabels, minRatingLabels } from '../../shared/catalogue/list-options.ts'
import { formatCount } from '../../shared/format-count.ts'
import { rates } from '../../shared/money.ts'
import { useStore } from '../client-context.tsx'
import { focusContent } from './focus-content.ts'
import { formatPriceInput } from './price-input.ts'
import { useCatalogueUrl } from './use-filter.ts'

/** What narrows the list down besides its search, which its own field shows: each a link that removes it. */
export function ActiveFilters({ filter }: { filter: CatalogueFilter }) {
  const urlOf = useCatalogueUrl()
  const labels = useLabels(filter)
  if (labels.length === 0) return null
  return (
    <ul aria-label="Active filters" className="active-filters">
      {labels.map(([field, label]) => (
        <li key={field}>
          <Link
            href={urlOf({ ...filter, [field]: undefined, from: undefined })}
            aria-label={`Remove filter: ${label}`}
            className="active-filter"
            onClick={focusContent}
          >
            {label}
            <X size={16} />
          </Link>
        </li>
      ))}
      {labels.length > 1 && (
        <li>
          <Link
            href={urlOf({ q: filter.q, sortBy: filter.sortBy })}
            className="clear-filters link"
            onClick={focusContent}
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}

/** The fields that are set, with their values in words. */
function useLabels({ category, minPrice, maxPrice, duration, minRating }: CatalogueFilter) {
  const categories = useStore((state) => state.catalogue.categories)
  const currency = useStore((state) => state.accounts.prefs.currency)
  const price = (cents: number) => {
    const amount = Number(formatPriceInput(cents, currency))
    return rates[currency].symbol + (Number.isInteger(amount) ? formatCount(amount) : amount.toFixed(2))
  }
  const categoryName = () =>
    categories ? (categories.find(({ _id }) => _id === category)?.name ?? 'Unknown category') : '…'
  const labels: [keyof CatalogueFilter, string | false | undefined][] = [
    ['category', category !== undefined && categoryName()],
    ['minPrice', minPrice !== undefined && `From ${price(minPrice)}`],
    ['maxPrice', maxPrice !== undefined && `Up to ${price(maxPrice)}`],
    ['duration', duration && durationLabels[duration]],
    ['minRating', minRating && minRatingLabels[minRating]],
  ]
  return labels.filter(([, label]) => label)
}
