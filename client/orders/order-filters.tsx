import { useSearchParams } from 'wouter'
import { type OrderFilter, orderFilters, type PaymentFilter, paymentFilters } from '../../shared/orders.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/input.tsx'

export type ListFilters = { paymentStatus: PaymentFilter; orderStatus: OrderFilter }

const paymentWords: Record<PaymentFilter, string> = { all: 'All', pending: 'Pending', paid: 'Paid', failed: 'Failed' }
const orderWords: Record<OrderFilter, string> = {
  all: 'All',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** The two filters of the list, kept in the address. What is not one of theirs counts as 'all'. */
export function useListFilters() {
  const [params, setParams] = useSearchParams()
  const filters: ListFilters = {
    paymentStatus: oneOf(paymentFilters, params.get('paymentStatus')),
    orderStatus: oneOf(orderFilters, params.get('orderStatus')),
  }
  const setFilters = (changed: Partial<ListFilters>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changed)) {
          if (value === 'all') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  return [filters, setFilters] as const
}

export function OrderFilters({
  filters,
  onChange,
}: {
  filters: ListFilters
  onChange: (changed: Partial<ListFilters>) => void
}) {
  return (
    <div className="grid grid-cols-2 gap-3 wide:flex">
      <Field label="Payment status" className="wide:w-44">
        <Select
          value={filters.paymentStatus}
          onChange={(event) => onChange({ paymentStatus: event.target.value as PaymentFilter })}
        >
          <Entries words={paymentWords} />
        </Select>
      </Field>
      <Field label="Order status" className="wide:w-44">
        <Select
          value={filters.orderStatus}
          onChange={(event) => onChange({ orderStatus: event.target.value as OrderFilter })}
        >
          <Entries words={orderWords} />
        </Select>
      </Field>
    </div>
  )
}

const Entries = ({ words }: { words: Record<string, string> }) =>
  Object.entries(words).map(([value, word]) => (
    <option key={value} value={value}>
      {word}
    </option>
  ))

const oneOf = <T extends object>(table: T, value: string | null) =>
  (value !== null && Object.hasOwn(table, value) ? value : 'all') as keyof T & string
