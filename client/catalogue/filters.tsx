import { Search } from 'lucide-react'
import { rates } from '../../shared/money.ts'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { NumberInput, Select, TextInput } from '../ui/input.tsx'
import { countFilters, type Filter } from './address.ts'
import { priceText, readPrice } from './typed-price.ts'
import type { ChangeFilter } from './use-filter.ts'
import { useTyped } from './use-typed.ts'

export interface FiltersProps {
  filter: Filter
  onChange: ChangeFilter
  onReset: () => void
}

/** What narrows the catalogue down. Every change counts at once, typing a little later. */
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

/** Words that the name or the short description has to have. */
export function SearchField({ q = '', onChange }: { q: string | undefined; onChange: ChangeFilter }) {
  const { field } = useTyped({
    shown: q,
    means: (text) => text.trim(),
    take: (text, first) => onChange({ q: text.trim() || undefined }, { replace: !first }),
  })
  return (
    <form role="search" onSubmit={(event) => event.preventDefault()}>
      <TextInput
        {...field}
        type="search"
        name="q"
        aria-label="Search services"
        placeholder="Search services"
        maxLength={100}
        autoComplete="off"
        start={<Search size={16} />}
      />
    </form>
  )
}

function CategoryField({ category, onChange }: { category: string | undefined; onChange: ChangeFilter }) {
  const categories = useStore((state) => state.catalogue.categories)
  const isKnown = categories?.some((one) => one._id === category) ?? false
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
  const crossed = minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice
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
        fault={crossed ? 'Below the minimum' : null}
      />
    </div>
  )
}

type PriceFieldProps = {
  label: string
  price: number | undefined
  onPrice: (price: number | undefined, options: { replace: boolean }) => void
  fault?: string | null
}

/** In the chosen currency; the address has it in dollars. */
function PriceField({ label, price, onPrice, fault = null }: PriceFieldProps) {
  const currency = useStore((state) => state.accounts.prefs.currency)
  const read = (text: string) => readPrice(text, currency)
  const { text, field } = useTyped({
    shown: priceText(price, currency),
    means: read,
    take(typed, first) {
      const cents = read(typed)
      if (cents !== null) onPrice(cents, { replace: !first })
    },
  })
  return (
    <Field label={label} error={read(text) === null ? 'Enter an amount' : fault}>
      <NumberInput {...field} maxLength={14} placeholder="Any" start={rates[currency].symbol.trim()} />
    </Field>
  )
}
