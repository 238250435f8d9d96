import * as z from 'zod/mini'
import { ArchivableFilter, removedOutput } from '../catalogue/staff-routes.ts'
import { del, get, listOutput, Pagination, post, put, RowVersion, Sorting } from '../contract.ts'
import { CouponBatchInput, CouponFields, CouponInput, couponSorts, CouponUse, StaffCoupon } from './staff-schema.ts'

const couponOutput = { data: StaffCoupon, message: z.string() }

export const staffCouponRoutes = {
  staffCoupons: get('/admin/coupons', {
    access: 'staff',
    summary: 'List coupons, newest first or as sorted; a batch of personal codes is one of them',
    input: z.strictObject({ ...ArchivableFilter, ...Sorting(couponSorts), ...Pagination }),
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
  createCouponBatch: post('/admin/coupons/batches', {
    access: 'staff',
    summary: 'Create a batch of personal codes, each of which can be used once',
    input: CouponBatchInput,
    output: couponOutput,
    idempotent: true,
  }),
  couponUses: get('/admin/coupons/:id/uses', {
    access: 'staff',
    summary: 'List the orders that hold a use of a coupon, or of a code of a batch, newest first',
    input: z.strictObject(Pagination),
    output: listOutput(CouponUse),
  }),
  couponCodes: get('/admin/coupons/:id/codes', {
    access: 'staff',
    summary: 'Export the codes of a batch as CSV, with who used them',
    output: { name: z.string(), text: z.string() },
    download: 'text/csv; charset=utf-8; header=present',
  }),
  changeCoupon: put('/admin/coupons/:id', {
    access: 'staff',
    summary:
      'Update a coupon, or the terms of a batch; orders that already use it keep their discount. ' +
      '409 with the current coupon if it has changed since `version`',
    input: z.strictObject({ ...CouponFields, version: z.optional(RowVersion) }),
    output: couponOutput,
  }),
  removeCoupon: del('/admin/coupons/:id', {
    access: 'staff',
    summary: 'Delete a coupon, or archive it if it was ever used; a batch is archived with its codes',
    output: removedOutput(StaffCoupon),
  }),
  restoreCoupon: post('/admin/coupons/:id/restore', {
    access: 'staff',
    summary: 'Restore an archived coupon',
    output: couponOutput,
  }),
}
