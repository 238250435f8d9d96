import * as z from 'zod/mini'
import type { CouponState } from '../../../shared/coupons/rules.ts'
import { CouponBatchInput, CouponInput, maxBatchSize, type StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import { parsePrice } from '../../catalogue/price-input.ts'
import { toLocalTime } from '../../lib/local-time.ts'
import type { FormErrors, ParsedForm } from '../../lib/use-form.ts'

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
  /** The values of `datetime-local` fields, in the user's time zone. */
  startsAt: string
  expiresAt: string
  minTotal: string
  firstOrderOnly: boolean
  usesLimit: string
  usesPerCustomer: string
}
type CouponErrors = FormErrors<CouponForm>

export const emptyCoupon: CouponForm = {
  code: '',
  type: 'Percentage',
  amount: '10',
  scope: 'all',
  item: null,
  category: '',
  startsAt: '',
  expiresAt: '',
  minTotal: '',
  firstOrderOnly: false,
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
  startsAt: coupon.startsAt === null ? '' : toLocalTime(coupon.startsAt),
  expiresAt: coupon.expiresAt === null ? '' : toLocalTime(coupon.expiresAt),
  minTotal: coupon.minTotal === null ? '' : (coupon.minTotal / 100).toFixed(2),
  firstOrderOnly: coupon.firstOrderOnly,
  usesLimit: coupon.usesLimit === null ? '' : String(coupon.usesLimit),
  usesPerCustomer: coupon.usesPerCustomer === null ? '' : String(coupon.usesPerCustomer),
})

/** Parses the form; with errors by field if it is invalid. */
export function parseCouponForm(form: CouponForm): ParsedForm<CouponForm, CouponInput> {
  const { input, errors } = readTerms(form)
  for (const name of ['usesLimit', 'usesPerCustomer'] as const) {
    if (!/^(\d{1,7})?$/.test(form[name].trim())) errors[name] = 'Enter a whole number, or leave it empty for no limit'
  }
  const toLimit = (text: string) => (text.trim() === '' ? null : Number(text))
  const limits = { usesLimit: toLimit(form.usesLimit), usesPerCustomer: toLimit(form.usesPerCustomer) }
  return check(CouponInput, { ...input, code: form.code.trim().toUpperCase(), ...limits }, errors)
}

/** The same for a batch: its code is the prefix, its limit the number of codes. */
export function parseBatchForm(form: CouponForm): ParsedForm<CouponForm, CouponBatchInput> {
  const { input, errors } = readTerms(form)
  if (!/^\d{1,3}$/.test(form.usesLimit.trim())) errors.usesLimit = `Enter a number from 1 to ${maxBatchSize}`
  const names = { prefix: 'code', count: 'usesLimit' } as const
  const batch = { prefix: form.code.trim().toUpperCase(), count: Number(form.usesLimit) }
  return check(CouponBatchInput, { ...input, ...batch }, errors, names)
}

/** Adds the errors of the schema, by field. */
function check<Input>(
  schema: z.ZodMiniType<Input>,
  input: Input,
  errors: CouponErrors,
  names: Record<string, keyof CouponForm> = {},
): ParsedForm<CouponForm, Input> {
  for (const { path, message } of z.safeEncode(schema, input).error?.issues ?? []) {
    const name = String(path[0])
    const field = names[name] ?? (name as keyof CouponForm)
    if (field in emptyCoupon) errors[field] ??= message
  }
  return Object.keys(errors).length > 0 ? { errors } : { input }
}

/** What a coupon and a batch have in common. */
function readTerms(form: CouponForm) {
  const errors: CouponErrors = {}
  const amount = parsePrice(form.amount, 'USD')
  if (typeof amount !== 'number')
    errors.amount = form.type === 'Percentage' ? 'Enter a percentage, such as 12.5' : 'Enter an amount in dollars'
  else if (form.type === 'Percentage' && amount > 100_00) errors.amount = 'The percentage can be at most 100'
  if (form.scope === 'item' && !form.item) errors.item = 'Please choose an item'
  if (form.scope === 'category' && !form.category) errors.category = 'Please choose a category'
  const minTotal = parsePrice(form.minTotal, 'USD')
  if (minTotal === null) errors.minTotal = 'Enter an amount in dollars, or leave it empty'
  const toTime = (local: string) => (local === '' ? null : new Date(local).getTime())
  const [startsAt, expiresAt] = [toTime(form.startsAt), toTime(form.expiresAt)]
  if (startsAt !== null && expiresAt !== null && startsAt >= expiresAt) errors.expiresAt = 'Must be after the start'
  const input = {
    type: form.type,
    amount: amount ?? 1,
    validItem: form.scope === 'item' ? (form.item?._id ?? null) : null,
    validCategory: form.scope === 'category' ? form.category || null : null,
    startsAt,
    expiresAt,
    minTotal: minTotal ?? null,
    firstOrderOnly: form.firstOrderOnly,
  }
  return { input, errors }
}

export const couponStateLabels: Record<CouponState, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  expired: 'Expired',
  'used-up': 'Used up',
  archived: 'Ended',
}
