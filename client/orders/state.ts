import type { CheckingTakes, Order } from '../../shared/order-calls.ts'
import { type List, noRows } from '../stream/lists.ts'

export type OrdersState = {
  byId: Record<string, Order>
  lists: Record<string, List>
  /** The member of staff who has an order open, by order. */
  viewing: Record<string, string>
  /** How many payments are checked before it, by order. */
  ahead: Record<string, number>
  /** How long a check usually takes, by order; null while too little is known. */
  takes: Record<string, CheckingTakes | null>
}

export const initialOrders = (): OrdersState => ({
  byId: noRows(),
  lists: {},
  viewing: noRows(),
  ahead: noRows(),
  takes: noRows(),
})
