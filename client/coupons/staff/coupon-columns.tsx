import { formatMoney } from '../../../shared/money.ts'
import { couponState, type CouponState } from '../../../shared/coupons/rules.ts'
import type { StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Tone } from '../../ui/icon.ts'
import type { Column } from '../../ui/table.tsx'
import { couponStateLabels } from './coupon-form.ts'

const tones: Record<CouponState, Tone> = { active: 'good', expired: 'slate', 'used-up': 'waiting', archived: 'slate' }

/** '10%' or '$5.00'. */
const formatAmount = ({ type, amount }: Pick<StaffCoupon, 'type' | 'amount'>) =>
  type === 'Percentage' ? `${amount / 100}%` : formatMoney(amount)

export type CouponColumnsOptions = {
  now: number
  onEdit: (coupon: StaffCoupon) => void
  onEnd: (coupon: StaffCoupon) => void
}

/** The columns of the coupon list. */
export const couponColumns = ({ now, onEdit, onEnd }: CouponColumnsOptions): Column<StaffCoupon>[] => [
  {
    id: 'code',
    head: 'Code',
    bare: true,
    text: true,
    cell: (coupon) => (
      <button
        type="button"
        className="font-semibold tracking-wide underline-offset-4 hover:underline max-wide:min-h-11"
        aria-label={`Edit ${coupon.code}`}
        onClick={() => onEdit(coupon)}
      >
        {coupon.code}
      </button>
    ),
  },
  { id: 'amount', head: 'Discount', align: 'end', className: 'whitespace-nowrap', cell: formatAmount },
  {
    id: 'scope',
    head: 'Applies to',
    text: true,
    cell: ({ itemName, categoryName }) => (
      <span>
        {itemName ?? categoryName ?? 'Whole order'}
        {categoryName !== null && <span className="text-muted"> (category)</span>}
      </span>
    ),
  },
  {
    id: 'uses',
    head: 'Uses',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ uses, usesLimit }) => (
      <span>
        {uses}
        {usesLimit !== null && <span className="text-muted"> of {usesLimit}</span>}
      </span>
    ),
  },
  {
    id: 'customer',
    head: 'Per customer',
    align: 'end',
    cell: ({ usesPerCustomer }) => usesPerCustomer ?? <span className="text-muted">No limit</span>,
  },
  {
    id: 'expiry',
    head: 'Expires',
    className: 'whitespace-nowrap',
    cell: ({ expiresAt }) =>
      expiresAt === null ? <span className="text-muted">Never</span> : formatDateTime(expiresAt),
  },
  {
    id: 'state',
    head: 'Status',
    cell: (coupon) => {
      const state = couponState(coupon, now)
      return <Badge tone={tones[state]}>{couponStateLabels[state]}</Badge>
    },
  },
  {
    id: 'actions',
    head: 'End',
    bare: true,
    align: 'end',
    cell: (coupon) => (
      <span className="flex justify-end max-wide:w-full max-wide:*:flex-1">
        <Button
          size="small"
          aria-label={`${coupon.archivedAt === null ? 'End' : 'Restore'} ${coupon.code}`}
          onClick={() => onEnd(coupon)}
        >
          {coupon.archivedAt === null ? 'End' : 'Restore'}
        </Button>
      </span>
    ),
  },
]
