import { type SyntheticEvent, useEffect } from 'react'
import { Search } from 'lucide-react'
import { type CatalogueFilter, countFilters, filterParams, unfilteredUrl } from '../../shared/catalogue/filter-url.ts'
import { durationLabels, durations, minRatingLabels, minRatings } from '../../shared/catalogue/list-options.ts'
import { idOf, readableId } from '../../shared/catalogue/rules.ts'
import { maxSearchLength } from '../../shared/limits.ts'
import { rates } from '../../shared/money.ts'
import { useStore } from '../client-context.tsx'
import { useDebouncedInput } from '../lib/use-debounced-input.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { NumberInput, TextInput } from '../ui/input.tsx'
import { SkeletonLine } from '../ui/skeleton.tsx'
import type { Loading } from '../use-load.ts'
import { FilterChoices } from './filter-choices.tsx'
import { formatPriceInput, parsePrice } from './price-input.ts'
import { useCategoryCounts } from './use-category-counts.ts'
import type { ChangeFilter } from './use-filter.ts'

export interface FiltersProps {
  filter: CatalogueFilter
  onChange: ChangeFilter
  /** How the categories are loading, which are in the store. */
  categoriesLoading: Loading
}

/**
 * The catalogue's filters. Changes apply at once, typing after a short pause; without scripts, with a button.
 * @param chips shows short choices side by side, and the first categories only, for a sheet
 */
export function Filters({ chips, ...props }: FiltersProps & { chips?: boolean }) {
  const { filter, onChange } = props
  return (
    <form action="/items" aria-label="Filters" autoComplete="off" className="grid gap-5" onSubmit={closeKeyboard}>
      <CategoryChoices {...props} limit={chips ? 5 : undefined} />
      <PriceFields {...props} />
      <FilterChoices
        legend="Duration"
        name="duration"
        chips={chips}
        value={filter.duration ?? ''}
        options={[{ value: '', label: 'Any' }, ...durationOptions]}
        onChange={(duration) => onChange({ duration: duration || undefined })}
      />
      <FilterChoices
        legend="Rating"
        name="minRating"
        chips={chips}
        value={filter.minRating ?? ''}
        options={[{ value: '', label: 'Any' }, ...ratingOptions]}
        onChange={(minRating) => onChange({ minRating: minRating || undefined })}
      />
      <OtherFields filter={{ sortBy: filter.sortBy, q: filter.q }} />
      <ButtonLink href={unfilteredUrl(filter)} className={countFilters(filter) === 0 ? 'invisible' : ''}>
        Reset filters
      </ButtonLink>
      <NoScriptSubmit />
    </form>
  )
}

const durationOptions = (Object.keys(durations) as (keyof typeof durations)[]).map((value) => ({
  value,
  label: durationLabels[value],
}))
const ratingOptions = minRatings.map((value) => ({ value, label: minRatingLabels[value] }))

/** Fields of the filter that a form without scripts has to send along. */
export function OtherFields({ filter }: { filter: CatalogueFilter }) {
  const categories = useStore((state) => state.catalogue.categories)
  return filterParams(filter, categories).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

/** The fields apply by themselves. On a phone, Enter makes room for what was found. */
function closeKeyboard(event: SyntheticEvent) {
  event.preventDefault()
  if (matchMedia('(pointer: coarse)').matches) (document.activeElement as HTMLElement).blur()
}

/** Without scripts, choices apply when they are sent. */
export const NoScriptSubmit = () => (
  <noscript>
    <button type="submit" className="button button-quiet w-full">
      Apply
    </button>
  </noscript>
)

/** Searches names and short descriptions. */
export function SearchField({ filter, onChange }: { filter: CatalogueFilter; onChange: ChangeFilter }) {
  const { q = '', from: _, ...others } = filter
  const { ref, field } = useDebouncedInput({
    value: q,
    normalize: (text) => text.trim(),
    onCommit: (text, isFirst) => onChange({ q: text.trim() || undefined }, { replace: !isFirst }),
  })
  // The link to it was followed before the page was there.
  useEffect(() => {
    if (location.hash === '#search') ref.current?.focus()
  }, [ref])
  return (
    <form role="search" action="/items" onSubmit={closeKeyboard}>
      <TextInput
        {...field}
        ref={ref}
        id="search"
        type="search"
        name="q"
        aria-label="Search services"
        placeholder="Search services"
        maxLength={maxSearchLength}
        autoComplete="off"
        start={<Search size={16} />}
      />
      <OtherFields filter={others} />
    </form>
  )
}

/** Each with the number of items that it would show. */
function CategoryChoices(props: FiltersProps & { limit: number | undefined }) {
  const { filter, onChange, categoriesLoading, limit } = props
  const { category } = filter
  const countOf = useCategoryCounts(filter)
  const categories = useStore((state) => state.catalogue.categories)
  const known = categories?.find(({ _id }) => _id === category)
  const unknown = category && !known ? [{ value: category, label: categories ? 'Unknown category' : '…' }] : []
  return (
    <FilterChoices
      legend="Category"
      name="category"
      limit={limit}
      value={known ? readableId(known) : (category ?? '')}
      options={[
        { value: '', label: 'All categories' },
        ...unknown,
        ...(categories ?? []).map((one) => ({ value: readableId(one), label: one.name, count: countOf(one) })),
      ]}
      onChange={(value) => onChange({ category: idOf(value) || undefined })}
    >
      {!categories && <CategoriesMissing loading={categoriesLoading} count={limit ?? 15} />}
    </FilterChoices>
  )
}

/** Takes the place of the categories while they are loading. */
function CategoriesMissing({ loading: { status, retry }, count }: { loading: Loading; count: number }) {
  if (status !== 'failed') {
    return Array.from({ length: count }, (_, row) => (
      <span key={row} className="filter-row">
        <SkeletonLine className="w-3/5" />
      </span>
    ))
  }
  return (
    <p className="text-sm">
      Error loading categories.{' '}
      <button type="button" className="link font-semibold" onClick={() => void retry()}>
        Try again
      </button>
    </p>
  )
}

function PriceFields({ filter: { minPrice, maxPrice }, onChange }: FiltersProps) {
  const isReversed = minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <PriceField
        label="Minimum price"
        name="minPrice"
        price={minPrice}
        onPrice={(price, options) => onChange({ minPrice: price }, options)}
      />
      <PriceField
        label="Maximum price"
        name="maxPrice"
        price={maxPrice}
        onPrice={(price, options) => onChange({ maxPrice: price }, options)}
        error={isReversed ? 'Below the minimum' : null}
      />
    </div>
  )
}

type PriceFieldProps = {
  label: string
  name: 'minPrice' | 'maxPrice'
  price: number | undefined
  onPrice: (price: number | undefined, options: { replace: boolean }) => void
  error?: string | null
}

/** Shows the price in the chosen currency; the URL has it in dollars. */
function PriceField({ label, name, price, onPrice, error = null }: PriceFieldProps) {
  const currency = useStore((state) => state.accounts.prefs.currency)
  const parse = (text: string) => parsePrice(text, currency)
  const { text, ref, field } = useDebouncedInput({
    value: formatPriceInput(price, currency),
    normalize: parse,
    onCommit(typed, isFirst) {
      const cents = parse(typed)
      if (cents !== null) onPrice(cents, { replace: !isFirst })
    },
  })
  return (
    <Field label={label} className="price-field" error={parse(text) === null ? 'Enter an amount' : error}>
      <NumberInput
        {...field}
        ref={ref}
        // Sent as it is without scripts, which only fits dollars.
        name={currency === 'USD' ? name : undefined}
        maxLength={14}
        placeholder="Any"
        start={rates[currency].symbol.trim()}
      />
    </Field>
  )
}
