import type { CheckDuration, CheckDurations, Order } from '../../shared/orders/schema.ts'
import type { PaymentRequest } from '../../shared/payments/ledger-schema.ts'
import type { PaymentProgress } from '../../shared/payments/progress.ts'
import type { TransferTo } from '../../shared/payments/schema.ts'
import { type List, noRows } from '../stream/lists.ts'
import type { OrderListFilter } from './store.ts'

export type OrdersState = {
  byId: Record<string, Order>
  lists: Record<string, List<OrderListFilter>>
  /** By order: the first name of the member of staff who has it open. */
  viewers: Record<string, string>
  /** By order: how many payments are checked before it. */
  queuePositions: Record<string, number>
  /** By order: how far its transfer is on its chain. */
  progress: Record<string, PaymentProgress>
  /** By order: how long a check usually takes; null while there is too little data. */
  checkDurations: Record<string, CheckDuration | null>
  /** By pending order: the same for each method that it can be paid with. */
  methodCheckDurations: Record<string, CheckDurations | null>
  /** How long preparing an order usually takes; null while nothing is known. */
  preparingMinutes: number | null
  /** By order: where its money goes. */
  transferTo: Record<string, TransferTo | undefined>
  /** By order: what exactly its customer was last asked to send, and where. */
  requests: Record<string, PaymentRequest | undefined>
}

export const initialOrders = (): OrdersState => ({
  byId: noRows(),
  lists: {},
  viewers: noRows(),
  queuePositions: noRows(),
  progress: noRows(),
  checkDurations: noRows(),
  methodCheckDurations: noRows(),
  preparingMinutes: null,
  transferTo: noRows(),
  requests: noRows(),
})
