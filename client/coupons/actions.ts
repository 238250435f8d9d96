import { couponRoutes } from '../../shared/coupons/routes.ts'
import { normalizeCouponCode } from '../../shared/coupons/rules.ts'
import type { Coupon } from '../../shared/coupons/schema.ts'
import { orderRoutes } from '../../shared/orders/routes.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { ActionContext } from '../action-context.ts'
import { orderKey, setOrder } from '../orders/store.ts'

/** @throws CallFailed for an unknown, expired or used-up code */
export async function findCoupon({ call }: ActionContext, code: string): Promise<Coupon> {
  const { answer } = await call(couponRoutes.coupon, { code: normalizeCouponCode(code) })
  return answer.data
}

/** Replaces the order's coupon. @throws CallFailed 422 if the coupon doesn't apply to the order */
export async function applyCoupon(context: ActionContext, orderId: string, code: string): Promise<Order> {
  const coupon = await findCoupon(context, code)
  return setCoupon(context, orderId, coupon._id)
}

/** @throws CallFailed */
export const removeCoupon = (context: ActionContext, orderId: string): Promise<Order> =>
  setCoupon(context, orderId, null)

async function setCoupon(context: ActionContext, id: string, couponId: string | null): Promise<Order> {
  const { data } = await context.idempotently(`coupon ${id} ${couponId}`, (key) =>
    context.send(
      orderRoutes.applyCoupon,
      { id, couponId },
      { snapshotKey: orderKey(id), streams: ['user'], key, write: (draft, answer) => setOrder(draft, answer.data) },
    ),
  )
  return data
}
