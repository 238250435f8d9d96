import { itemPath } from '../../shared/catalogue/rules.ts'
import { Trash2, TrendingDown, TrendingUp } from 'lucide-react'
import { Link } from 'wouter'
import type { CartLine as Line } from '../../shared/cart/schema.ts'
import { maxLineQuantity } from '../../shared/limits.ts'
import { durationLabel } from '../../shared/catalogue/rules.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Quantity } from '../ui/quantity.tsx'
import { useSlow } from './use-slow.ts'

export interface CartLineProps {
  /** `isAvailable` is false for an item that is no longer for sale. */
  line: Pick<Line, 'item' | 'count' | 'priceWhenAdded'> & { isAvailable?: boolean }
  /** A change of the line is being sent. */
  busy: boolean
  money: (cents: number) => string
  onCount: (count: number) => void
  onRemove: () => void
}

export function CartLine({ line, busy, money, onCount, onRemove }: CartLineProps) {
  const { item, count, isAvailable = true } = line
  const slow = useSlow(busy)
  return (
    <li className="grid grid-cols-[auto_1fr_auto] gap-x-4 gap-y-3 max-tight:grid-cols-[minmax(0,1fr)_auto] py-5 wide:grid-cols-[auto_minmax(0,1fr)_auto_7rem_auto] wide:items-center wide:gap-x-6">
      <img
        src={item.logoLink}
        alt=""
        className={`size-16 rounded-lg border border-line bg-sunken object-cover max-tight:hidden wide:size-18 ${isAvailable ? '' : 'opacity-50 grayscale'}`}
      />
      <div className="min-w-0">
        {isAvailable ? (
          <Link href={itemPath(item)} className="font-semibold hover:underline max-wide:block max-wide:py-1">
            {item.name}
          </Link>
        ) : (
          <p className="font-semibold max-wide:py-1">{item.name}</p>
        )}
        <p className="text-sm text-muted">{durationLabel(item.duration)}</p>
        {isAvailable ? (
          <>
            <p className="tabular text-sm">
              {money(item.price)} <span className="text-muted">each</span>
            </p>
            <PriceChange line={line} money={money} />
          </>
        ) : (
          <p className="text-sm font-medium text-waiting">No longer available</p>
        )}
      </div>
      <IconButton
        icon={Trash2}
        label={`Remove ${item.name}`}
        size="small"
        className="-mr-2 text-muted wide:order-last wide:col-start-5"
        onClick={onRemove}
      />
      {isAvailable && (
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 wide:col-span-2 wide:contents min-[25rem]:max-wide:pl-20">
          <Quantity
            label={`Quantity of ${item.name}`}
            value={count}
            max={maxLineQuantity}
            busy={slow}
            onChange={onCount}
          />
          <p className="tabular ml-auto text-right font-semibold whitespace-nowrap">{money(item.price * count)}</p>
        </div>
      )}
    </li>
  )
}

/** Shown if the price has changed since the item was added. */
function PriceChange({ line: { item, priceWhenAdded }, money }: Pick<CartLineProps, 'line' | 'money'>) {
  if (item.price === priceWhenAdded) return null
  const lower = item.price < priceWhenAdded
  const Icon = lower ? TrendingDown : TrendingUp
  return (
    <p className={`mt-1 flex items-start gap-1.5 text-sm font-medium ${lower ? 'text-good' : 'text-waiting'}`}>
      <Icon size={15} className="mt-0.5 flex-none" />
      <span>
        Was {money(priceWhenAdded)} when you added it
        <span className="sr-only">, {lower ? 'cheaper now' : 'more expensive now'}</span>
      </span>
    </p>
  )
}
