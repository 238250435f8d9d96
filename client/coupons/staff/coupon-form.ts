import * as z from 'zod/mini'
import type { CouponState } from '../../../shared/coupons/rules.ts'
import { type StaffCoupon, CouponInput } from '../../../shared/coupons/staff-schema.ts'
import { parsePrice } from '../../catalogue/price-input.ts'

/** What a coupon applies to. */
export type CouponScope = 'all' | 'item' | 'category'
/** The form as it is typed; fields that can be invalid are text. */
export type CouponForm = {
  code: string
  type: StaffCoupon['type']
  amount: string
  scope: CouponScope
  item: { _id: string; name: string } | null
  category: string
  /** The value of a `datetime-local` field, in the user's time zone. */
  expiresAt: string
  usesLimit: string
  usesPerCustomer: string
}
export type CouponErrors = Partial<Record<keyof CouponForm, string>>

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

export const toCouponForm = (coupon: StaffCoupon): CouponForm => ({
  code: coupon.code,
  type: coupon.type,
  amount: String(coupon.amount / 100),
  scope: coupon.validItem ? 'item' : coupon.validCategory ? 'category' : 'all',
  item: coupon.validItem ? { _id: coupon.validItem, name: coupon.itemName ?? '' } : null,
  category: coupon.validCategory ?? '',
  expiresAt: coupon.expiresAt === null ? '' : toLocalTime(coupon.expiresAt),
  usesLimit: coupon.usesLimit === null ? '' : String(coupon.usesLimit),
  usesPerCustomer: coupon.usesPerCustomer === null ? '' : String(coupon.usesPerCustomer),
})

/** Parses the form; with errors by field if it is invalid. */
export function parseCouponForm(form: CouponForm): { input: CouponInput } | { errors: CouponErrors } {
  const errors: CouponErrors = {}
  const amount = parsePrice(form.amount, 'USD')
  if (typeof amount !== 'number')
    errors.amount = form.type === 'Percentage' ? 'Enter a percentage, such as 12.5' : 'Enter an amount in dollars'
  else if (form.type === 'Percentage' && amount > 100_00) errors.amount = 'The percentage can be at most 100'
  if (form.scope === 'item' && !form.item) errors.item = 'Please choose an item'
  if (form.scope === 'category' && !form.category) errors.category = 'Please choose a category'
  for (const name of ['usesLimit', 'usesPerCustomer'] as const) {
    if (!/^(\d{1,7})?$/.test(form[name].trim())) errors[name] = 'Enter a whole number, or leave it empty for no limit'
  }
  const toLimit = (text: string) => (text.trim() === '' ? null : Number(text))
  const input = {
    code: form.code.trim().toUpperCase(),
    type: form.type,
    amount: amount ?? 1,
    validItem: form.scope === 'item' ? (form.item?._id ?? null) : null,
    validCategory: form.scope === 'category' ? form.category || null : null,
    expiresAt: form.expiresAt === '' ? null : new Date(form.expiresAt).getTime(),
    usesLimit: toLimit(form.usesLimit),
    usesPerCustomer: toLimit(form.usesPerCustomer),
  }
  const encoded = z.safeEncode(CouponInput, input)
  for (const { path, message } of encoded.error?.issues ?? []) {
    const field = path[0] as keyof CouponForm
    if (field in form) errors[field] ??= message
  }
  return Object.keys(errors).length > 0 ? { errors } : { input }
}

/** '2026-11-21T14:02', in the user's time zone. */
function toLocalTime(at: number): string {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

export const couponStateLabels: Record<CouponState, string> = {
  active: 'Active',
  expired: 'Expired',
  'used-up': 'Used up',
  archived: 'Archived',
}
