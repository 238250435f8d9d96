import { describe, expect, it } from 'vitest'
import { couponsKey, setCoupons } from '../../../../client/coupons/staff/store.ts'
import type { State } from '../../../../client/state.ts'
import type { StaffCoupon } from '../../../../shared/coupons/staff-schema.ts'
import { afterEvents, onlyPage, stateWith } from '../../apply-events.ts'
import { at, buildEvent } from '../../build.ts'

const buildCoupon = (_id: string, ms: number, fields: Partial<StaffCoupon> = {}): StaffCoupon => ({
  _id,
  code: _id.toUpperCase(),
  type: 'Percentage',
  amount: 1000,
  validItem: null,
  validCategory: null,
  minTotal: null,
  firstOrderOnly: false,
  itemName: null,
  categoryName: null,
  startsAt: null,
  expiresAt: null,
  batchSize: null,
  batch: null,
  usesLimit: null,
  usesPerCustomer: null,
  uses: 0,
  archivedAt: null,
  createdAt: at + ms,
  version: 1,
  ...fields,
})
const couponChanged = (coupon: StaffCoupon) => buildEvent('staff', 1, 'coupon.changed', { coupon })
const idsOf = ({ staffCoupons }: State) => staffCoupons.lists[couponsKey({})]!.ids

describe('coupons', () => {
  const loaded = stateWith((draft) => setCoupons(draft, {}, onlyPage([buildCoupon('b', 2), buildCoupon('a', 1)])))

  it('updates the uses of a coupon in place', () => {
    const used = afterEvents(loaded, couponChanged(buildCoupon('a', 1, { uses: 3 })))
    expect(idsOf(used)).toEqual(['b', 'a'])
    expect(used.staffCoupons.byId.a!.uses).toBe(3)
  })

  it('adds a new coupon at the top', () => {
    expect(idsOf(afterEvents(loaded, couponChanged(buildCoupon('c', 3))))).toEqual(['c', 'b', 'a'])
  })

  it('moves a coupon that is used in a list by uses, and not in a list by codes', () => {
    const rows = [buildCoupon('a', 1, { uses: 1 }), buildCoupon('b', 2)]
    const sorted = stateWith((draft) => {
      setCoupons(draft, { sort: 'uses' }, onlyPage(rows))
      setCoupons(draft, { sort: 'code' }, onlyPage(rows))
    })
    const { staffCoupons } = afterEvents(sorted, couponChanged(buildCoupon('b', 2, { uses: 2 })))
    expect(staffCoupons.lists[couponsKey({ sort: 'uses' })]!.ids).toEqual(['b', 'a'])
    expect(staffCoupons.lists[couponsKey({ sort: 'code' })]!.ids).toEqual(['a', 'b'])
  })

  it('removes an ended or deleted coupon from the list of active ones', () => {
    const ended = buildCoupon('b', 2, { archivedAt: at + 9 })
    expect(idsOf(afterEvents(loaded, couponChanged(ended)))).toEqual(['a'])
    expect(idsOf(afterEvents(loaded, buildEvent('staff', 1, 'coupon.removed', { _id: 'b' })))).toEqual(['a'])
  })

  it('shows the new name of a renamed category', () => {
    const coupon = buildCoupon('a', 1, { validCategory: 'c1', categoryName: 'Cloud' })
    const limited = stateWith((draft) => setCoupons(draft, {}, onlyPage([coupon, buildCoupon('b', 2)])))
    const category = {
      _id: 'c1',
      name: 'Clouds',
      itemCount: 1,
      draftCount: 0,
      archivedCount: 0,
      couponCount: 1,
      version: 2,
    }
    const { staffCoupons } = afterEvents(limited, buildEvent('staff', 1, 'staff.category.changed', { category }))
    expect([staffCoupons.byId.a!.categoryName, staffCoupons.byId.b!.categoryName]).toEqual(['Clouds', null])
  })
})
