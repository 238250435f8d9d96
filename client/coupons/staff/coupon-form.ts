import * as z from 'zod/mini'
import type { CouponState, StaffCoupon } from '../../shared/staff-catalogue.ts'
import { WrittenCoupon } from '../../shared/staff-catalogue-calls.ts'
import { readPrice } from '../catalogue/typed-price.ts'

export type Scope = 'all' | 'item' | 'category'
/** The form as it is typed. */
export type CouponForm = {
  code: string
  type: StaffCoupon['type']
  amount: string
  scope: Scope
  item: { _id: string; name: string } | null
  category: string
  /** As `datetime-local` has it, in the time of whoever types. */
  expiresAt: string
  usesLimit: string
  usesPerCustomer: string
}
export type CouponFaults = Partial<Record<keyof CouponForm, string>>

export const emptyCoupon: CouponForm = {
  code: '',
  type: 'Percentage',
  amount: '10',
  scope: 'all',
  item: null,
  category: '',
  expiresAt: '',
  usesLimit: '',
  usesPerCustomer: '',
}

export const couponFormOf = (coupon: StaffCoupon): CouponForm => ({
  code: coupon.code,
  type: coupon.type,
  amount: String(coupon.amount / 100),
  scope: coupon.validItem ? 'item' : coupon.validCategory ? 'category' : 'all',
  item: coupon.validItem ? { _id: coupon.validItem, name: coupon.itemName ?? '' } : null,
  category: coupon.validCategory ?? '',
  expiresAt: coupon.expiresAt === null ? '' : localTime(coupon.expiresAt),
  usesLimit: coupon.usesLimit === null ? '' : String(coupon.usesLimit),
  usesPerCustomer: coupon.usesPerCustomer === null ? '' : String(coupon.usesPerCustomer),
})

/** What the form comes to, or what is wrong with it. */
export function readCouponForm(form: CouponForm): { written: WrittenCoupon } | { faults: CouponFaults } {
  const faults: CouponFaults = {}
  const amount = readPrice(form.amount, 'USD')
  if (typeof amount !== 'number')
    faults.amount = form.type === 'Percentage' ? 'A percentage, such as 12.5' : 'An amount in dollars'
  else if (form.type === 'Percentage' && amount > 100_00) faults.amount = 'A percentage takes at most 100'
  if (form.scope === 'item' && !form.item) faults.item = 'Please choose an item'
  if (form.scope === 'category' && !form.category) faults.category = 'Please choose a category'
  for (const name of ['usesLimit', 'usesPerCustomer'] as const) {
    if (!/^(\d{1,7})?$/.test(form[name].trim())) faults[name] = 'A whole number, or nothing for no limit'
  }
  const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))
  const written = {
    code: form.code.trim().toUpperCase(),
    type: form.type,
    amount: amount ?? 1,
    validItem: form.scope === 'item' ? (form.item?._id ?? null) : null,
    validCategory: form.scope === 'category' ? form.category || null : null,
    expiresAt: form.expiresAt === '' ? null : new Date(form.expiresAt).getTime(),
    usesLimit: numberOf(form.usesLimit),
    usesPerCustomer: numberOf(form.usesPerCustomer),
  }
  const encoded = z.safeEncode(WrittenCoupon, written)
  for (const { path, message } of encoded.error?.issues ?? []) {
    const field = path[0] as keyof CouponForm
    if (field in form) faults[field] ??= message
  }
  return Object.keys(faults).length > 0 ? { faults } : { written }
}

/** '2026-11-21T14:02', in the time of whoever looks. */
function localTime(at: number): string {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

export const couponLabels: Record<CouponState, string> = {
  active: 'Active',
  expired: 'Expired',
  'used-up': 'Used up',
  archived: 'Archived',
}
