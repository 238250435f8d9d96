import { formatMoney } from '../../shared/money.ts'
import { couponState, type CouponState, type StaffCoupon } from '../../shared/staff-catalogue.ts'
import { dayAndTimeOf } from '../orders/when.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { Tone } from '../ui/icon.ts'
import type { Column } from '../ui/table.tsx'
import { couponLabels } from './coupon-form.ts'

const tones: Record<CouponState, Tone> = { active: 'good', expired: 'slate', 'used-up': 'waiting', archived: 'slate' }

/** '10%', '$5.00' */
export const amountOf = ({ type, amount }: Pick<StaffCoupon, 'type' | 'amount'>) =>
  type === 'Percentage' ? `${amount / 100}%` : formatMoney(amount)

export type CouponActions = {
  now: number
  onChange: (coupon: StaffCoupon) => void
  onEnd: (coupon: StaffCoupon) => void
}

/** What staff see of a coupon in a line. */
export const couponColumns = ({ now, onChange, onEnd }: CouponActions): Column<StaffCoupon>[] => [
  {
    id: 'code',
    head: 'Code',
    bare: true,
    cell: (coupon) => (
      <button
        type="button"
        className="font-semibold tracking-wide underline-offset-4 hover:underline max-wide:min-h-11"
        aria-label={`Change ${coupon.code}`}
        onClick={() => onChange(coupon)}
      >
        {coupon.code}
      </button>
    ),
  },
  { id: 'amount', head: 'Takes off', align: 'end', className: 'whitespace-nowrap', cell: amountOf },
  {
    id: 'scope',
    head: 'Of',
    className: 'wide:max-w-64',
    cell: ({ itemName, categoryName }) => (
      <span className="block truncate">
        {itemName ?? categoryName ?? 'The whole order'}
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
    head: 'Until',
    className: 'whitespace-nowrap',
    cell: ({ expiresAt }) =>
      expiresAt === null ? <span className="text-muted">No end</span> : dayAndTimeOf(expiresAt),
  },
  {
    id: 'state',
    head: 'State',
    cell: (coupon) => {
      const state = couponState(coupon, now)
      return <Badge tone={tones[state]}>{couponLabels[state]}</Badge>
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
