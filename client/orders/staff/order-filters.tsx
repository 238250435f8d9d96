import { orderLabels, orderStatuses, paymentLabels, paymentStatuses } from '../../../shared/orders/schema.ts'
import { useStore } from '../../client-context.tsx'
import { FilterSelect } from '../../staff/filter-select.tsx'
import { MoreFilters } from './more-filters.tsx'
import type { OrderQuery } from './order-query.ts'
import type { StaffOrderFilter } from './state.ts'

export interface OrderFiltersProps {
  query: OrderQuery
  filter: StaffOrderFilter
  onChange: (changes: OrderQuery) => void
  /** All of them, without the button for more. */
  inSheet?: boolean
}

/** The selects and fields that filter the orders. */
export function OrderFilters({ query, filter, onChange, inSheet }: OrderFiltersProps) {
  const counts = useStore((state) => state.staffOrders.counts)
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
      <MoreFilters query={query} filter={filter} onChange={onChange} inSheet={inSheet} />
    </>
  )
}
