import { Search } from 'lucide-react'
import { maxSearchLength } from '../../shared/contract.ts'
import { rates } from '../../shared/money.ts'
import { useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { NumberInput, Select, TextInput } from '../ui/input.tsx'
import { countFilters, type CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import { formatPriceInput, parsePrice } from './price-input.ts'
import type { ChangeFilter } from './use-filter.ts'
import { useDebouncedInput } from '../lib/use-debounced-input.ts'

export interface FiltersProps {
  filter: CatalogueFilter
  onChange: ChangeFilter
  onReset: () => void
}

/** The catalogue's filters. Changes apply at once, typing after a short pause. */
export function Filters({ filter, onChange, onReset }: FiltersProps) {
  return (
    <form aria-label="Filters" className="grid gap-5" onSubmit={(event) => event.preventDefault()}>
      <CategoryField category={filter.category} onChange={onChange} />
      <PriceFields filter={filter} onChange={onChange} />
      <Button disabled={countFilters(filter) === 0} onClick={onReset}>
        Reset filters
      </Button>
    </form>
  )
}

/** Searches names and short descriptions. */
export function SearchField({ q = '', onChange }: { q: string | undefined; onChange: ChangeFilter }) {
  const { field } = useDebouncedInput({
    value: q,
    normalize: (text) => text.trim(),
    onCommit: (text, isFirst) => onChange({ q: text.trim() || undefined }, { replace: !isFirst }),
  })
  return (
    <form role="search" onSubmit={(event) => event.preventDefault()}>
      <TextInput
        {...field}
        type="search"
        name="q"
        aria-label="Search services"
        placeholder="Search services"
        maxLength={maxSearchLength}
        autoComplete="off"
        start={<Search size={16} />}
      />
    </form>
  )
}

function CategoryField({ category, onChange }: { category: string | undefined; onChange: ChangeFilter }) {
  const categories = useStore((state) => state.catalogue.categories)
  const isKnown = categories?.some(({ _id }) => _id === category) ?? false
  return (
    <Field label="Category">
      <Select
        name="category"
        value={category ?? ''}
        onChange={(event) => onChange({ category: event.target.value || undefined })}
      >
        <option value="">All categories</option>
        {category && !isKnown && <option value={category}>{categories ? 'Unknown category' : '…'}</option>}
        {categories?.map(({ _id, name, itemCount }) => (
          <option key={_id} value={_id}>
            {name} ({itemCount})
          </option>
        ))}
      </Select>
    </Field>
  )
}

function PriceFields({ filter: { minPrice, maxPrice }, onChange }: Omit<FiltersProps, 'onReset'>) {
  const isReversed = minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <PriceField
        label="Minimum price"
        price={minPrice}
        onPrice={(price, options) => onChange({ minPrice: price }, options)}
      />
      <PriceField
        label="Maximum price"
        price={maxPrice}
        onPrice={(price, options) => onChange({ maxPrice: price }, options)}
        error={isReversed ? 'Below the minimum' : null}
      />
    </div>
  )
}

type PriceFieldProps = {
  label: string
  price: number | undefined
  onPrice: (price: number | undefined, options: { replace: boolean }) => void
  error?: string | null
}

/** Shows the price in the chosen currency; the URL has it in dollars. */
function PriceField({ label, price, onPrice, error = null }: PriceFieldProps) {
  const currency = useStore((state) => state.accounts.prefs.currency)
  const parse = (text: string) => parsePrice(text, currency)
  const { text, field } = useDebouncedInput({
    value: formatPriceInput(price, currency),
    normalize: parse,
    onCommit(typed, isFirst) {
      const cents = parse(typed)
      if (cents !== null) onPrice(cents, { replace: !isFirst })
    },
  })
  return (
    <Field label={label} error={parse(text) === null ? 'Enter an amount' : error}>
      <NumberInput {...field} maxLength={14} placeholder="Any" start={rates[currency].symbol.trim()} />
    </Field>
  )
}
