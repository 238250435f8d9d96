import * as z from 'zod/mini'
import { get } from '../contract.ts'
import { Coupon } from './schema.ts'

export const couponRoutes = {
  coupon: get('/coupons/:code', {
    access: 'customer',
    summary: 'Return the coupon with this code',
    output: { data: Coupon, message: z.string() },
  }),
}
