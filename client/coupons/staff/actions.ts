import { type CouponBatchInput, type CouponInput, StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import { staffCouponRoutes as routes } from '../../../shared/coupons/staff-routes.ts'
import type { ActionContext } from '../../action-context.ts'
import { newerRow } from '../../staff/newer-row.ts'
import type { State } from '../../state.ts'
import { createPagedList } from '../../stream/paged-list.ts'
import type { CouponFilter } from './state.ts'
import { couponKey, couponsKey, couponUsesKey, removeCoupon, setCoupon, setCoupons, setCouponUses } from './store.ts'

const streams = ['staff' as const]

const coupons = createPagedList({
  route: routes.staffCoupons,
  streams,
  pageSize: 50,
  key: couponsKey,
  args: (filter: CouponFilter, page) => ({ ...filter, ...page }),
  select: (state: State, filter) => state.staffCoupons.lists[couponsKey(filter)],
  write: setCoupons,
})
export const { load: loadCoupons, loadMore: loadMoreCoupons } = coupons

const uses = createPagedList({
  route: routes.couponUses,
  streams,
  pageSize: 50,
  key: couponUsesKey,
  args: (id: string, page) => ({ id, ...page }),
  select: (state: State, id) => state.staffCoupons.uses[id],
  write: setCouponUses,
})
export const { load: loadCouponUses, loadMore: loadMoreCouponUses } = uses

/** @returns the CSV file with the codes of a batch. @throws CallFailed */
export async function exportCodes(context: ActionContext, id: string) {
  const { answer } = await context.call(routes.couponCodes, { id })
  return answer
}

/** Idempotent, so that a retry doesn't create the codes twice. @throws CallFailed */
export const createCouponBatch = (context: ActionContext, input: CouponBatchInput) =>
  context.idempotently(`createCouponBatch ${JSON.stringify(input)}`, (key) =>
    context.send(routes.createCouponBatch, input, {
      snapshotKey: 'staff/coupon/new',
      streams,
      key,
      write: writeCoupon,
    }),
  )

export const createCoupon = (context: ActionContext, input: CouponInput) =>
  context.idempotently(`createCoupon ${JSON.stringify(input)}`, (key) =>
    context.send(routes.createCoupon, input, { snapshotKey: 'staff/coupon/new', streams, key, write: writeCoupon }),
  )

/**
 * @param input `version` is the version that was edited
 * @throws CallFailed 409 `coupon_changed` when it is outdated, after storing the current coupon
 */
export async function changeCoupon(context: ActionContext, id: string, input: CouponInput & { version: number }) {
  const into = { snapshotKey: couponKey(id), streams, write: writeCoupon }
  try {
    return await context.send(routes.changeCoupon, { id, ...input }, into)
  } catch (error) {
    const theirs = newerRow(error, StaffCoupon, context.store.getState().staffCoupons.byId[id])
    if (theirs) context.update((draft) => setCoupon(draft, theirs))
    throw error
  }
}

/** Archives a coupon, or deletes it if no order ever used it; `message` says which. */
export const endCoupon = (context: ActionContext, id: string) =>
  context.send(
    routes.removeCoupon,
    { id },
    {
      snapshotKey: couponKey(id),
      streams,
      write: (draft, { data }) => (data ? setCoupon(draft, data) : removeCoupon(draft, id)),
    },
  )

export const restoreCoupon = (context: ActionContext, id: string) =>
  context.send(routes.restoreCoupon, { id }, { snapshotKey: couponKey(id), streams, write: writeCoupon })

const writeCoupon = (draft: State, { data }: { data: StaffCoupon }) => setCoupon(draft, data)
