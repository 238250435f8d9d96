import { SlidersHorizontal, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { methodLabel, supportedPaymentMethods } from '../../../shared/payments/schema.ts'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { DayRange } from '../../staff/day-range.tsx'
import { FilterSelect } from '../../staff/filter-select.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextInput } from '../../ui/input.tsx'
import { ItemFilter } from './item-filter.tsx'
import { type MoreFilterQuery, moreFilterNames, parseTotal } from './order-query.ts'
import type { StaffOrderFilter } from './state.ts'

export interface MoreFiltersProps {
  query: MoreFilterQuery
  filter: StaffOrderFilter
  onChange: (changes: MoreFilterQuery) => void
  /** Always open, without their button. */
  inSheet?: boolean | undefined
}

/** The button "Filters" and what it opens: the filters that every list of orders has. */
export function MoreFilters({ query, filter, onChange, inSheet = false }: MoreFiltersProps) {
  const active = moreFilterNames.filter((name) => filter[name] !== undefined).length
  const [isOpen, setOpen] = useState(active > 0)
  const toggle = useRef<HTMLButtonElement>(null)
  /** Its button goes with the filters. */
  function clear() {
    onChange(Object.fromEntries(moreFilterNames.map((name) => [name, ''])))
    toggle.current?.focus()
  }
  return (
    <>
      {!inSheet && (
        <span className="flex items-center">
          <Button ref={toggle} icon={SlidersHorizontal} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {active > 0 ? `Filters · ${active}` : 'Filters'}
          </Button>
          {active > 0 && (
            <IconButton
              icon={X}
              size="small"
              label={`Clear ${active} ${active === 1 ? 'filter' : 'filters'}`}
              onClick={clear}
            />
          )}
        </span>
      )}
      {(isOpen || inSheet) && (
        <div
          role="group"
          aria-label="More filters"
          className={classNames('list-filters w-full', inSheet && 'list-filters-sheet')}
        >
          <FilterSelect
            label="Payment method"
            value={filter.paymentMethod}
            options={supportedPaymentMethods.map((method) => [method, methodLabel(method)])}
            onChange={(paymentMethod) => onChange({ paymentMethod })}
          />
          <DayRange from={filter.from} to={filter.to} onChange={onChange} />
          <AmountField label="At least" value={query.minTotal} onChange={(minTotal) => onChange({ minTotal })} />
          <AmountField label="At most" value={query.maxTotal} onChange={(maxTotal) => onChange({ maxTotal })} />
          <CouponField value={query.coupon} onChange={(coupon) => onChange({ coupon })} />
          <ItemFilter item={filter.item} onChange={(item) => onChange({ item })} />
          <Checkbox
            className="text-sm"
            label="Reference used before"
            checked={filter.reused === '1'}
            onChange={(event) => onChange({ reused: event.target.checked ? '1' : '' })}
          />
        </div>
      )}
    </>
  )
}

type FieldProps = { value: string | undefined; onChange: (text: string) => void }

function AmountField({ label, value = '', onChange }: FieldProps & { label: string }) {
  const { field } = useDebouncedInput({
    value,
    normalize: (text) => text.trim(),
    onCommit: (text) => onChange(text.trim()),
  })
  const isValid = field.value.trim() === '' || parseTotal(field.value.trim()) !== undefined
  return (
    <Field label={label} error={isValid ? null : 'Not an amount'} className="filter-amount">
      <TextInput autoComplete="off" maxLength={14} placeholder="$ or Rs" {...field} />
    </Field>
  )
}

function CouponField({ value = '', onChange }: FieldProps) {
  const { field } = useDebouncedInput({
    value,
    normalize: (text) => text.trim(),
    onCommit: (text) => onChange(text.trim()),
  })
  return (
    <Field label="Coupon" className="filter-short">
      <TextInput autoComplete="off" maxLength={40} placeholder="Code" {...field} />
    </Field>
  )
}
