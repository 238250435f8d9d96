import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { orderLabels, orderStatuses, paymentLabels, paymentStatuses } from '../../../shared/orders/schema.ts'
import { methodLabel, supportedPaymentMethods } from '../../../shared/payments/schema.ts'
import { useStore } from '../../client-context.tsx'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { DayRange } from '../../staff/day-range.tsx'
import { FilterSelect } from '../../staff/filter-select.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { ItemFilter } from './item-filter.tsx'
import { type OrderQuery, parseDollars } from './order-query.ts'
import type { StaffOrderFilter } from './state.ts'

/** The filters behind the button "Filters". */
const moreNames = ['paymentMethod', 'from', 'to', 'minTotal', 'maxTotal', 'item', 'coupon', 'reused'] as const

export interface OrderFiltersProps {
  query: OrderQuery
  filter: StaffOrderFilter
  onChange: (changes: OrderQuery) => void
  /** All of them, without the button for more. */
  inSheet?: boolean
}

/** The selects and fields that filter the orders. */
export function OrderFilters({ query, filter, onChange, inSheet = false }: OrderFiltersProps) {
  const counts = useStore((state) => state.staffOrders.counts)
  const active = moreNames.filter((name) => filter[name] !== undefined).length
  const [isOpen, setOpen] = useState(active > 0)
  return (
    <>
      <FilterSelect
        label="Payment status"
        value={filter.paymentStatus}
        options={paymentStatuses.map((status) => [
          status,
          counts ? `${paymentLabels[status]} · ${counts[status]}` : paymentLabels[status],
        ])}
        onChange={(paymentStatus) => onChange({ paymentStatus })}
      />
      <FilterSelect
        label="Order status"
        value={filter.orderStatus}
        options={orderStatuses.map((status) => [status, orderLabels[status]])}
        onChange={(orderStatus) => onChange({ orderStatus })}
      />
      {!inSheet && (
        <Button icon={SlidersHorizontal} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {active > 0 ? `Filters · ${active}` : 'Filters'}
        </Button>
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
          <AmountField label="At least ($)" value={query.minTotal} onChange={(minTotal) => onChange({ minTotal })} />
          <AmountField label="At most ($)" value={query.maxTotal} onChange={(maxTotal) => onChange({ maxTotal })} />
          <CouponField value={query.coupon} onChange={(coupon) => onChange({ coupon })} />
          <ItemFilter item={filter.item} onChange={(item) => onChange({ item })} />
          <Checkbox
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
  const isValid = field.value.trim() === '' || parseDollars(field.value.trim()) !== undefined
  return (
    <Field label={label} error={isValid ? null : 'Not an amount'} className="filter-amount">
      <TextInput inputMode="decimal" autoComplete="off" maxLength={10} {...field} />
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
