import type { activityRoutes } from '../../shared/activity/routes.ts'
import type { orderRoutes } from '../../shared/orders/routes.ts'
import type { Handlers } from '../http/serve.ts'
import { applyCoupon } from './apply-coupon.ts'
import { cancel } from './cancel.ts'
import { readCheckDuration, readCheckDurations } from './check-duration.ts'
import { changeReference } from './change-reference.ts'
import { checkout } from './checkout.ts'
import { readDashboard } from './dashboard.ts'
import { readDelivery } from './delivery.ts'
import { listOrders } from './list-orders.ts'
import { markPaid } from './mark-paid.ts'
import { deleteProof } from './proofs.ts'
import { readOrder, readQueuePosition } from './read-order.ts'
import { requestPayment } from './request-payment.ts'
import { seeVerification } from './see-verification.ts'
import { transferToOf } from './transfer-to.ts'

export const orderHandlers: Handlers<typeof orderRoutes & Pick<typeof activityRoutes, 'dashboard'>> = {
  checkout: ({ paymentMethod, subtotal }, { me, mutate }) =>
    mutate(async (ctx) => ({
      data: await checkout(ctx, me.user, paymentMethod, subtotal),
      message: 'Order created',
    })),
  orders: (query, { app, me }) => listOrders(app.db, me.user.id, query),
  order: async ({ id }, { app, me }) => {
    const order = await readOrder(app.db, me.user.id, id)
    const { paymentStatus, paymentMethod } = order
    const transferTo = transferToOf(order, app.env.transferAccounts)
    const checkingTakesBy = paymentStatus === 'pending' ? await readCheckDurations(app.db) : null
    return {
      data: { ...order, ...(transferTo && { transferTo }) },
      checkingTakes:
        checkingTakesBy?.[paymentMethod] ??
        (paymentStatus === 'paid' ? await readCheckDuration(app.db, paymentMethod) : null),
      checkingTakesBy,
      queuePosition: order.paymentStatus === 'paid' ? await readQueuePosition(app.db, id) : null,
      preparingMinutes: app.storefront.current().preparingMinutes,
    }
  },
  applyCoupon: ({ id, couponId }, { me, mutate }) =>
    mutate(async (ctx) => ({
      data: await applyCoupon(ctx, me.user, id, couponId),
      message: couponId ? 'Coupon applied' : 'Coupon removed',
    })),
  requestPayment: ({ id, ...choice }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await requestPayment(ctx, me.user, id, choice) })),
  cancel: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await cancel(ctx, me.user, id), message: 'Order cancelled' })),
  markPaid: ({ id, ...payment }, { me, mutate }) =>
    mutate(async (ctx) => ({
      data: await markPaid(ctx, me.user, id, payment),
      message: 'Order marked as PAID',
    })),
  changeReference: ({ id, reference }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await changeReference(ctx, me.user, id, reference), message: 'Reference saved' })),
  deleteProof: ({ id, proofId }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await deleteProof(ctx, me.user, id, proofId), message: 'Picture deleted' })),
  verificationSeen: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => {
      await seeVerification(ctx, me.user.id, id)
      return { message: 'Verification seen' }
    }),
  delivery: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: { note: await readDelivery(ctx, me.user.id, id) } })),
  dashboard: async (_, { app, me }) => ({ data: await readDashboard(app.db, me.user.id) }),
}
