import * as z from 'zod/mini'
import { ArchivableFilter, removedOutput } from '../catalogue/staff-routes.ts'
import { del, get, listOutput, Pagination, post, put, RowVersion } from '../contract.ts'
import { CouponFields, CouponInput, StaffCoupon } from './staff-schema.ts'

const couponOutput = { data: StaffCoupon, message: z.string() }

export const staffCouponRoutes = {
  staffCoupons: get('/admin/coupons', {
    access: 'staff',
    summary: 'List coupons, newest first',
    input: z.strictObject({ ...ArchivableFilter, ...Pagination }),
    output: listOutput(StaffCoupon),
  }),
  staffCoupon: get('/admin/coupons/:id', {
    access: 'staff',
    summary: 'Return a coupon',
    output: { data: StaffCoupon },
  }),
  createCoupon: post('/admin/coupons', {
    access: 'staff',
    summary: 'Create a coupon',
    input: CouponInput,
    output: couponOutput,
    idempotent: true,
  }),
  changeCoupon: put('/admin/coupons/:id', {
    access: 'staff',
    summary:
      'Update a coupon; orders that already use it keep their discount. ' +
      '409 with the current coupon if it has changed since `version`',
    input: z.strictObject({ ...CouponFields, version: z.optional(RowVersion) }),
    output: couponOutput,
  }),
  removeCoupon: del('/admin/coupons/:id', {
    access: 'staff',
    summary: 'Delete a coupon, or archive it if it was ever used',
    output: removedOutput(StaffCoupon),
  }),
  restoreCoupon: post('/admin/coupons/:id/restore', {
    access: 'staff',
    summary: 'Restore an archived coupon',
    output: couponOutput,
  }),
}
