import type { staffCatalogueRoutes } from '../../shared/staff-catalogue-calls.ts'
import { notFound } from '../../shared/refusal.ts'
import type { Handlers } from '../http/serve.ts'
import { listCoupons } from './list-coupons.ts'
import { readStaffCoupon } from './present-for-staff.ts'
import { changeCoupon, createCoupon, removeCoupon, restoreCoupon } from './write-coupon.ts'

type Routes = typeof staffCatalogueRoutes
type Names = Extract<keyof Routes, `${string}Coupon` | `${string}Coupons`>

export const staffCouponHandlers: Handlers<Pick<Routes, Names>> = {
  staffCoupons: (asked, { store }) => listCoupons(store.db, asked),
  staffCoupon: async ({ id }, { store }) => {
    const data = await readStaffCoupon(store.db, id)
    if (!data) throw notFound('Coupon not found')
    return { data }
  },
  createCoupon: (written, { me, change }) =>
    change(async (making) => ({ data: await createCoupon(making, me.user, written), message: 'Coupon created' })),
  changeCoupon: ({ id, ...written }, { me, change }) =>
    change(async (making) => ({ data: await changeCoupon(making, me.user, id, written), message: 'Coupon saved' })),
  removeCoupon: ({ id }, { me, change }) =>
    change(async (making) => {
      const data = await removeCoupon(making, me.user, id)
      return { data, message: data ? 'Coupon archived' : 'Coupon deleted' }
    }),
  restoreCoupon: ({ id }, { me, change }) =>
    change(async (making) => ({ data: await restoreCoupon(making, me.user, id), message: 'Coupon is in use again' })),
}
