import type { OrderLine } from '../../shared/orders/schema.ts'
import { classNames } from '../ui/class-names.ts'

/** The first item's name, cut off where there is no room, and how many others there are, which never is. */
export function ItemNames({ items, className }: { items: OrderLine[]; className?: string }) {
  const [first, ...others] = items
  return (
    <span className={classNames('flex max-w-full min-w-0', className)} title={items.map(({ name }) => name).join(', ')}>
      <span className="truncate">{first?.name}</span>
      {others.length > 0 && <span className="flex-none whitespace-pre">{` and ${others.length} more`}</span>}
    </span>
  )
}
