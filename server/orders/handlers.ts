import type { activityRoutes } from '../../shared/activity/routes.ts'
import type { orderRoutes } from '../../shared/orders/routes.ts'
import type { Handlers } from '../http/serve.ts'
import { applyCoupon } from './apply-coupon.ts'
import { cancel } from './cancel.ts'
import { readCheckDuration } from './check-duration.ts'
import { checkout } from './checkout.ts'
import { readDashboard } from './dashboard.ts'
import { readDelivery } from './delivery.ts'
import { listOrders } from './list-orders.ts'
import { markPaid } from './mark-paid.ts'
import { readOrder } from './read-order.ts'

export const orderHandlers: Handlers<typeof orderRoutes & Pick<typeof activityRoutes, 'dashboard'>> = {
  checkout: ({ paymentMethod, subtotal }, { me, mutate }) =>
    mutate(async (ctx) => ({
      data: await checkout(ctx, me.user, paymentMethod, subtotal),
      message: 'Order created',
    })),
  orders: (query, { app, me }) => listOrders(app.db, me.user.id, query),
  order: async ({ id }, { app, me }) => {
    const data = await readOrder(app.db, me.user.id, id)
    const isUnverified = data.paymentStatus === 'pending' || data.paymentStatus === 'paid'
    return { data, checkingTakes: isUnverified ? await readCheckDuration(app.db, data.paymentMethod) : null }
  },
  applyCoupon: ({ id, couponId }, { me, mutate }) =>
    mutate(async (ctx) => ({
      data: await applyCoupon(ctx, me.user, id, couponId),
      message: couponId ? 'Coupon applied' : 'Coupon removed',
    })),
  cancel: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await cancel(ctx, me.user, id), message: 'Order cancelled' })),
  markPaid: ({ id, ...payment }, { me, mutate }) =>
    mutate(async (ctx) => ({
      data: await markPaid(ctx, me.user, id, payment),
      message: 'Order marked as PAID',
    })),
  delivery: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: { note: await readDelivery(ctx, me.user.id, id) } })),
  dashboard: async (_, { app, me }) => ({ data: await readDashboard(app.db, me.user.id) }),
}
