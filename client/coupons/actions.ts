import { type Coupon, couponCode, couponRoutes } from '../../shared/coupons.ts'
import { type Order, orderRoutes } from '../../shared/order-calls.ts'
import type { Client } from '../client.ts'
import { orderKey, setOrder } from '../orders/store.ts'

/** @throws CallFailed for a code that is not, or not any more, good for anything */
export async function findCoupon(client: Client, code: string): Promise<Coupon> {
  const { answer } = await client.call(couponRoutes.coupon, { code: couponCode(code) })
  return answer.data
}

/** In place of any other. @throws CallFailed 422 when it does not fit the order */
export async function applyCoupon(client: Client, orderId: string, code: string): Promise<Order> {
  const coupon = await findCoupon(client, code)
  return setCoupon(client, orderId, coupon._id)
}

export const removeCoupon = (client: Client, orderId: string): Promise<Order> => setCoupon(client, orderId, null)

async function setCoupon(client: Client, id: string, couponId: string | null): Promise<Order> {
  const { data } = await client.attempt(`coupon ${id} ${couponId}`, (key) =>
    client.send(
      orderRoutes.applyCoupon,
      { id, couponId },
      { slice: orderKey(id), streams: ['user'], key, write: (draft, answer) => setOrder(draft, answer.data) },
    ),
  )
  return data
}
