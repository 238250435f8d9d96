import { formatCount } from '../../../shared/format-count.ts'
import { formatMoney } from '../../../shared/money.ts'
import { couponState, type CouponState } from '../../../shared/coupons/rules.ts'
import { couponSorts, type StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { DotWord } from '../../staff/dot-word.tsx'
import { Button } from '../../ui/button.tsx'
import type { Tone } from '../../ui/icon.ts'
import type { Column } from '../../ui/table.tsx'
import { couponStateLabels } from './coupon-form.ts'

const tones: Record<CouponState, Tone> = {
  active: 'good',
  scheduled: 'waiting',
  expired: 'slate',
  'used-up': 'waiting',
  archived: 'slate',
}

/** '10%' or '$5.00'. */
const formatAmount = ({ type, amount }: Pick<StaffCoupon, 'type' | 'amount'>) =>
  type === 'Percentage' ? `${amount / 100}%` : formatMoney(amount)

/** '3', or '3 of 10' of a coupon with a limit. */
const formatUses = ({ uses, usesLimit }: StaffCoupon) =>
  usesLimit === null ? formatCount(uses) : `${formatCount(uses)} of ${formatCount(usesLimit)}`

export type CouponColumnsOptions = {
  now: number
  onEdit: (coupon: StaffCoupon) => void
  onShowUses: (coupon: StaffCoupon) => void
  onEnd: (coupon: StaffCoupon) => void
}

const buttonClass = 'cell-button underline-offset-4 hover:underline'

/** The columns of the coupon list. */
export const couponColumns = ({ now, onEdit, onShowUses, onEnd }: CouponColumnsOptions): Column<StaffCoupon>[] => [
  {
    id: 'code',
    head: 'Code',
    headClass: 'w-36',
    sort: couponSorts.code,
    line: 'main',
    text: true,
    skeleton: 'w-28',
    cell: (coupon) => (
      <span className="grid min-w-0 justify-items-start [overflow-wrap:anywhere]">
        {/* A code of a batch has no terms of its own. */}
        <button
          type="button"
          className={`max-w-full text-left font-semibold tracking-wide ${buttonClass}`}
          aria-label={coupon.batch ? `Who used ${coupon.code}` : `Edit ${coupon.code}`}
          onClick={() => (coupon.batch ? onShowUses : onEdit)(coupon)}
        >
          {coupon.code}
        </button>
        {coupon.batchSize !== null && (
          <span className="text-xs text-muted">{formatCount(coupon.batchSize)} personal codes</span>
        )}
        {coupon.batch && <span className="text-xs text-muted">of {coupon.batch.code}</span>}
      </span>
    ),
  },
  {
    id: 'amount',
    head: 'Discount',
    headClass: 'w-22',
    align: 'end',
    line: 'end',
    className: 'whitespace-nowrap',
    cell: formatAmount,
  },
  {
    id: 'scope',
    head: 'Applies to',
    headClass: 'w-44',
    text: true,
    cell: (coupon) => (
      <span className="grid">
        <span>
          {scopeOf(coupon)}
          {coupon.categoryName !== null && <span className="text-muted"> (category)</span>}
        </span>
        {conditionsOf(coupon) && <span className="text-xs text-muted">{conditionsOf(coupon)}</span>}
      </span>
    ),
  },
  {
    id: 'uses',
    head: 'Uses',
    headClass: 'w-24',
    sort: couponSorts.uses,
    align: 'end',
    line: 'sub',
    className: 'whitespace-nowrap',
    cell: (coupon) => (
      <span className="grid justify-items-end">
        <button
          type="button"
          className={buttonClass}
          aria-label={`${formatUses(coupon)} used, ${coupon.code}: show who`}
          onClick={() => onShowUses(coupon)}
        >
          {formatCount(coupon.uses)}
          {coupon.usesLimit !== null && <span className="text-muted"> of {formatCount(coupon.usesLimit)}</span>}
          <span className="line-only"> used</span>
        </button>
        {coupon.usesPerCustomer !== null && (
          <span className="cell-detail cell-extra text-xs text-muted">{coupon.usesPerCustomer} per customer</span>
        )}
      </span>
    ),
  },
  {
    id: 'valid',
    head: 'Valid',
    headClass: 'w-36',
    sort: couponSorts.valid,
    from: 'md',
    className: 'table-nowrap',
    skeleton: 'w-28',
    cell: (coupon) => (
      <span className="grid">{validityOf(coupon, now) ?? <span className="text-muted">No limit</span>}</span>
    ),
  },
  {
    id: 'state',
    head: 'Status',
    headClass: 'w-28',
    line: 'more',
    skeleton: 'w-20',
    cell: (coupon) => {
      const state = couponState(coupon, now)
      return (
        <>
          <DotWord tone={tones[state]}>{couponStateLabels[state]}</DotWord>
          {state !== 'expired' && state !== 'archived' && (
            <span className="cell-valid"> {validityOf(coupon, now)}</span>
          )}
          {termsOf(coupon, now) && <span className="line-only"> · {termsOf(coupon, now)}</span>}
        </>
      )
    },
  },
  {
    id: 'created',
    head: 'Created',
    headClass: 'w-30',
    sort: couponSorts.created,
    from: 'lg',
    className: 'table-nowrap text-muted',
    skeleton: 'w-20',
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  {
    id: 'actions',
    head: 'Actions',
    headClass: 'w-20',
    align: 'end',
    line: 'action',
    skeleton: 'skeleton-button skeleton-plain skeleton-end w-12',
    cell: (coupon) =>
      !coupon.batch && (
        <span className="flex justify-end">
          <Button
            size="small"
            variant="plain"
            aria-label={`${coupon.archivedAt === null ? 'End' : 'Restore'} ${coupon.code}`}
            onClick={() => onEnd(coupon)}
          >
            {coupon.archivedAt === null ? 'End' : 'Restore'}
          </Button>
        </span>
      ),
  },
]

/** When it starts, if it hasn't yet, and when it ends; the time of day on hover. */
function validityOf({ startsAt, expiresAt }: StaffCoupon, now: number) {
  const start = startsAt !== null && startsAt > now && (
    <span title={formatDateTime(startsAt)}>from {formatDate(startsAt)} </span>
  )
  const end = expiresAt !== null && <span title={formatDateTime(expiresAt)}>until {formatDate(expiresAt)}</span>
  if (!start && !end) return null
  return (
    <>
      {start}
      {end}
    </>
  )
}

const wholeOrder = 'Whole order'
const scopeOf = ({ itemName, categoryName }: StaffCoupon) => itemName ?? categoryName ?? wholeOrder

/** In one line, where the whole order goes without saying unless there is nothing else to say. */
function termsOf(coupon: StaffCoupon, now: number): string {
  const isWhole = scopeOf(coupon) === wholeOrder
  const terms = [!isWhole && scopeOf(coupon), conditionsOf(coupon)].filter(Boolean)
  return terms.join(', ') || (validityOf(coupon, now) ? '' : wholeOrder)
}

/** 'From $20.00, first order' */
const conditionsOf = ({ minTotal, firstOrderOnly }: StaffCoupon) =>
  [minTotal !== null && `from ${formatMoney(minTotal)}`, firstOrderOnly && 'first order'].filter(Boolean).join(', ')
