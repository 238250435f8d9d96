import { useSearchParams } from 'wouter'
import { type OrderFilter, orderFilters, type PaymentFilter, paymentFilters } from '../../shared/orders/schema.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/input.tsx'
import { useInputBeforeHydration } from '../ui/use-input-before-hydration.ts'

export type OrderFilterValues = { paymentStatus: PaymentFilter; orderStatus: OrderFilter }

const paymentOptions: Record<PaymentFilter, string> = { all: 'All', pending: 'Pending', paid: 'Paid', failed: 'Failed' }
const orderOptions: Record<OrderFilter, string> = {
  all: 'All',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** The two filters of the list, kept in the URL. Unknown values count as 'all'. */
export function useOrderFilters() {
  const [params, setParams] = useSearchParams()
  const filters: OrderFilterValues = {
    paymentStatus: oneOf(paymentFilters, params.get('paymentStatus')),
    orderStatus: oneOf(orderFilters, params.get('orderStatus')),
  }
  const setFilters = (changes: Partial<OrderFilterValues>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(changes)) {
          if (value === 'all') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return [filters, setFilters] as const
}

export function OrderFilters({
  filters,
  onChange,
}: {
  filters: OrderFilterValues
  onChange: (changes: Partial<OrderFilterValues>) => void
}) {
  return (
    <div className="grid grid-cols-2 gap-3 wide:flex">
      <Field label="Payment status" className="wide:w-44">
        <FilterSelect
          value={filters.paymentStatus}
          labels={paymentOptions}
          onChange={(paymentStatus) => onChange({ paymentStatus })}
        />
      </Field>
      <Field label="Order status" className="wide:w-44">
        <FilterSelect
          value={filters.orderStatus}
          labels={orderOptions}
          onChange={(orderStatus) => onChange({ orderStatus })}
        />
      </Field>
    </div>
  )
}

type FilterSelectProps<Value extends string> = {
  value: Value
  labels: Record<Value, string>
  onChange: (value: Value) => void
}

function FilterSelect<Value extends string>({ value, labels, onChange }: FilterSelectProps<Value>) {
  const select = useInputBeforeHydration<HTMLSelectElement>(value, (early) => onChange(early.value as Value))
  return (
    <Select ref={select} autoComplete="off" value={value} onChange={({ target }) => onChange(target.value as Value)}>
      {Object.entries<string>(labels).map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </Select>
  )
}

const oneOf = <T extends object>(table: T, value: string | null) =>
  (value !== null && Object.hasOwn(table, value) ? value : 'all') as keyof T & string
