import { sortDirections } from '../../../shared/contract.ts'
import { fromCurrency } from '../../../shared/money.ts'
import { orderStatuses, paymentStatuses } from '../../../shared/orders/schema.ts'
import { staffOrderSorts } from '../../../shared/orders/staff-schema.ts'
import { supportedPaymentMethods } from '../../../shared/payments/schema.ts'
import { oneOf } from '../../lib/use-query-filters.ts'
import type { StaffOrderFilter } from './state.ts'

/** The filters behind the button "Filters", as they are named in the address. */
export const moreFilterNames = [
  'paymentMethod',
  'from',
  'to',
  'minTotal',
  'maxTotal',
  'item',
  'coupon',
  'reused',
] as const
export type MoreFilterQuery = { [N in (typeof moreFilterNames)[number]]?: string }

/** The filters of the order list, as they are named in the address. */
export const orderFilterNames = ['paymentStatus', 'orderStatus', ...moreFilterNames, 'q', 'sort', 'direction'] as const
export type OrderQuery = { [N in (typeof orderFilterNames)[number]]?: string }

/** Reads the filter from the address, which may contain anything: what isn't valid is left out. */
export const parseOrderFilter = (query: OrderQuery): StaffOrderFilter => ({
  paymentStatus: oneOf(paymentStatuses, query.paymentStatus),
  orderStatus: oneOf(orderStatuses, query.orderStatus),
  ...parseMoreFilters(query),
  q: query.q,
  sort: oneOf(staffOrderSorts, query.sort),
  direction: oneOf(sortDirections, query.direction),
})

/** As `parseOrderFilter`, the filters behind the button "Filters" alone. */
export const parseMoreFilters = (query: MoreFilterQuery) => ({
  paymentMethod: oneOf(supportedPaymentMethods, query.paymentMethod),
  from: parseDay(query.from),
  to: parseDay(query.to),
  minTotal: parseTotal(query.minTotal),
  maxTotal: parseTotal(query.maxTotal),
  item: parseId(query.item),
  coupon: parseId(query.coupon),
  reused: oneOf(['1'], query.reused),
})

const parseDay = (text: string | undefined) =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** Cents of an amount in dollars or, with its currency, in rupees: '17.49', 'Rs 5,334'; undefined if it isn't one. */
export function parseTotal(text = ''): number | undefined {
  const match = /^(\$|usd|rs\.?|lkr)?\s*(\d{1,3}(?:,\d{3})+|\d{1,8})(\.\d{1,2})?\s*(usd|rs|lkr)?$/i.exec(text.trim())
  if (!match) return undefined
  const [, before, whole, fraction = '', after] = match
  const currency = /^(rs|lkr)/i.test(before ?? after ?? '') ? 'LKR' : 'USD'
  return fromCurrency(Number(whole!.replaceAll(',', '') + fraction), currency)
}

const parseId = (text: string | undefined) => (text && text.length <= 40 ? text : undefined)
