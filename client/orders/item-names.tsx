import type { OrderLine } from '../../shared/orders/schema.ts'
import { classNames } from '../ui/class-names.ts'

type ItemNamesProps = {
  items: OrderLine[]
  /** Where there is no room for both on a line, how many others there are is on the next one. */
  wraps?: boolean
  className?: string
}

/** The first item's name, cut off where there is no room, and how many others there are, which never is. */
export function ItemNames({ items, wraps, className }: ItemNamesProps) {
  const [first, ...others] = items
  return (
    <span
      className={classNames('flex max-w-full min-w-0 gap-x-1', wraps && 'flex-wrap', className)}
      title={items.map(({ name }) => name).join(', ')}
    >
      <span className="truncate">{first?.name}</span>
      {others.length > 0 && <span className="flex-none whitespace-nowrap">{` and ${others.length} more`}</span>}
    </span>
  )
}
