import type { staffOrderRoutes } from '../../shared/order-calls.ts'
import { isDuplicate } from '../db/errors.ts'
import type { Handlers } from '../http/serve.ts'
import { claim, release } from '../orders/claim.ts'
import { complete } from '../orders/complete.ts'
import { exportOrders } from '../orders/export-orders.ts'
import { listOrdersForStaff } from '../orders/list-orders.ts'
import { readOrderForStaff } from '../orders/read-order.ts'
import { refund } from '../orders/refund.ts'
import { reject } from '../orders/reject.ts'
import { usedAlready } from '../orders/transaction-hash.ts'
import { verify } from '../orders/verify.ts'

export const staffHandlers: Handlers<typeof staffOrderRoutes> = {
  staffOrders: (filters, { store }) => listOrdersForStaff(store.db, filters),
  exportOrders: (filters, { store }) => exportOrders(store.db, filters),
  staffOrder: async ({ id }, { store }) => ({ data: await readOrderForStaff(store.db, id) }),
  claim: ({ id }, { me, change }) =>
    change(async (making) => ({ data: await claim(making, me.user, id), message: 'This payment is yours to check' })),
  release: ({ id }, { me, change }) =>
    change(async (making) => ({ data: await release(making, me.user, id), message: 'Left to others' })),
  async verify({ id }, { me, change }) {
    try {
      return await change(async (making) => ({ data: await verify(making, me.user, id), message: 'Payment verified' }))
    } catch (error) {
      // A colleague verified the other order with the same transaction in the same moment.
      throw isDuplicate(error) ? usedAlready() : error
    }
  },
  reject: ({ id, reason }, { me, change }) =>
    change(async (making) => ({ data: await reject(making, me.user, id, reason), message: 'Payment rejected' })),
  complete: ({ id, delivery }, { me, change }) =>
    change(async (making) => ({ data: await complete(making, me.user, id, delivery), message: 'Order completed' })),
  refund: ({ id, reason }, { me, change }) =>
    change(async (making) => ({ data: await refund(making, me.user, id, reason), message: 'Payment refunded' })),
}
