import type { Item } from '../../shared/catalogue/schema.ts'
import { classNames } from '../ui/class-names.ts'
import { useMoney } from '../use-money.ts'

/** What an item of several months costs a month; nothing for one month. */
export function MonthlyPrice({ item, className }: { item: Pick<Item, 'price' | 'duration'>; className?: string }) {
  const money = useMoney()
  if (item.duration === 1) return null
  return (
    <span
      className={classNames('text-muted', className)}
    >{`${money(Math.round(item.price / item.duration))} / month`}</span>
  )
}

export interface PriceProps {
  item: Pick<Item, 'price' | 'originalPrice'>
  /** Whole percent, shown with the price before, which then has a line of its own above the price. */
  saving?: number
}

/** The price, with the price before. */
export function Price({ item: { price, originalPrice }, saving }: PriceProps) {
  const money = useMoney()
  return (
    <p className={classNames('tabular flex', saving ? 'flex-col-reverse' : 'flex-wrap items-baseline gap-x-1.5')}>
      {originalPrice !== null && <span className="sr-only">Price now: </span>}
      <span className="heading text-lg">{money(price)}</span>
      {originalPrice !== null && (
        <span className="flex flex-wrap gap-x-1.5 text-sm">
          <span className="sr-only">, before: </span>
          <s className="text-muted">{money(originalPrice)}</s>
          {saving && <span className="font-medium text-good">{`Save ${saving}%`}</span>}
        </span>
      )}
    </p>
  )
}
