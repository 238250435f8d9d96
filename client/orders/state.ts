import type { CheckDuration, Order } from '../../shared/orders/schema.ts'
import { type List, noRows } from '../stream/lists.ts'
import type { OrderListFilter } from './store.ts'

export type OrdersState = {
  byId: Record<string, Order>
  lists: Record<string, List<OrderListFilter>>
  /** By order: the first name of the member of staff who has it open. */
  viewers: Record<string, string>
  /** By order: how many payments are checked before it. */
  queuePositions: Record<string, number>
  /** By order: how long a check usually takes; null while there is too little data. */
  checkDurations: Record<string, CheckDuration | null>
}

export const initialOrders = (): OrdersState => ({
  byId: noRows(),
  lists: {},
  viewers: noRows(),
  queuePositions: noRows(),
  checkDurations: noRows(),
})
