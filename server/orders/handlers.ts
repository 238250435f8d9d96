import type { orderRoutes } from '../../shared/order-calls.ts'
import type { Handlers } from '../http/serve.ts'
import { applyCoupon } from './apply-coupon.ts'
import { cancel } from './cancel.ts'
import { readCheckingTakes } from './checking-takes.ts'
import { checkout } from './checkout.ts'
import { readDelivery } from './delivery.ts'
import { listOrders } from './list-orders.ts'
import { markPaid } from './mark-paid.ts'
import { readOrder } from './read-order.ts'

export const orderHandlers: Handlers<typeof orderRoutes> = {
  checkout: ({ paymentMethod, subtotal }, { me, change }) =>
    change(async (making) => ({
      data: await checkout(making, me.user, paymentMethod, subtotal),
      message: 'Order created',
    })),
  orders: (filters, { store, me }) => listOrders(store.db, me.user.id, filters),
  order: async ({ id }, { store, me }) => {
    const data = await readOrder(store.db, me.user.id, id)
    const waits = data.paymentStatus === 'pending' || data.paymentStatus === 'paid'
    return { data, checkingTakes: waits ? await readCheckingTakes(store.db, data.paymentMethod) : null }
  },
  applyCoupon: ({ id, couponId }, { me, change }) =>
    change(async (making) => ({
      data: await applyCoupon(making, me.user, id, couponId),
      message: couponId ? 'Coupon applied' : 'Coupon removed',
    })),
  cancel: ({ id }, { me, change }) =>
    change(async (making) => ({ data: await cancel(making, me.user, id), message: 'Order cancelled' })),
  markPaid: ({ id, ...payment }, { me, change }) =>
    change(async (making) => ({
      data: await markPaid(making, me.user, id, payment),
      message: 'Order marked as PAID',
    })),
  delivery: ({ id }, { me, change }) =>
    change(async (making) => ({ data: { note: await readDelivery(making, me.user.id, id) } })),
}
