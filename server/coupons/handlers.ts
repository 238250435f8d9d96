import type { couponRoutes } from '../../shared/coupons.ts'
import type { Handlers } from '../http/serve.ts'
import { findCoupon } from './find-coupon.ts'

export const couponHandlers: Handlers<typeof couponRoutes> = {
  coupon: async ({ code }, { store, me }) => ({
    data: await findCoupon(store.db, me.user.id, code),
    message: 'Coupon found',
  }),
}
