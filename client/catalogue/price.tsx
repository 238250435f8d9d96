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

/** The price, next to the price before. */
export function Price({ item: { price, originalPrice } }: { item: Pick<Item, 'price' | 'originalPrice'> }) {
  const money = useMoney()
  return (
    <p className="tabular flex flex-wrap items-baseline gap-x-1.5">
      {originalPrice !== null && <span className="sr-only">Price now: </span>}
      <span className="heading text-lg">{money(price)}</span>
      {originalPrice !== null && (
        <>
          <span className="sr-only">, before: </span>
          <s className="text-sm text-muted">{money(originalPrice)}</s>
        </>
      )}
    </p>
  )
}
