import type { couponRoutes } from '../../shared/coupons/routes.ts'
import type { Handlers } from '../http/serve.ts'
import { findCoupon } from './find-coupon.ts'

export const couponHandlers: Handlers<typeof couponRoutes> = {
  coupon: async ({ code }, { app, me }) => ({
    data: await findCoupon(app.db, me.user.id, code),
    message: 'Coupon found',
  }),
}
