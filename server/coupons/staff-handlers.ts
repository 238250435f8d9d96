import type { staffCouponRoutes } from '../../shared/coupons/staff-routes.ts'
import { notFound } from '../../shared/api-error.ts'
import type { Handlers } from '../http/serve.ts'
import { createCouponBatch } from './create-batch.ts'
import { exportCouponCodes } from './export-codes.ts'
import { listCoupons } from './list-coupons.ts'
import { listCouponUses } from './list-uses.ts'
import { readStaffCoupon } from './present-for-staff.ts'
import { changeCoupon, createCoupon, removeCoupon, restoreCoupon } from './write-coupon.ts'

export const staffCouponHandlers: Handlers<typeof staffCouponRoutes> = {
  staffCoupons: (query, { app }) => listCoupons(app.db, query),
  staffCoupon: async ({ id }, { app }) => {
    const data = await readStaffCoupon(app.db, id)
    if (!data) throw notFound('Coupon not found')
    return { data }
  },
  createCoupon: (input, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await createCoupon(ctx, me.user, input), message: 'Coupon created' })),
  createCouponBatch: (input, { me, mutate }) =>
    mutate(async (ctx) => ({
      data: await createCouponBatch(ctx, me.user, input),
      message: `${input.count} ${input.count === 1 ? 'code' : 'codes'} created`,
    })),
  couponUses: ({ id, ...page }, { app }) => listCouponUses(app.db, id, page),
  couponCodes: ({ id }, { app }) => exportCouponCodes(app.db, id),
  changeCoupon: ({ id, ...input }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await changeCoupon(ctx, me.user, id, input), message: 'Coupon saved' })),
  removeCoupon: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => {
      const data = await removeCoupon(ctx, me.user, id)
      return { data, message: data ? 'Coupon ended' : 'Coupon deleted' }
    }),
  restoreCoupon: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await restoreCoupon(ctx, me.user, id), message: 'Coupon restored' })),
}
