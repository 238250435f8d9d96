import { durationLabel } from '../../shared/catalogue/rules.ts'
import type { OrderLine } from '../../shared/orders/schema.ts'
import { ItemLogo } from '../catalogue/item-logo.tsx'

/** The lines of an order: logo, name, unit price, quantity, subtotal. */
export function LineList({ lines, money }: { lines: OrderLine[]; money: (cents: number) => string }) {
  return (
    <ul className="surface divide-y divide-line px-4 wide:px-5">
      {lines.map((line) => (
        <li key={line._id} className="flex items-center gap-4 py-4 max-tight:flex-wrap">
          <ItemLogo link={line.logoLink} className="size-12 max-tight:hidden" />
          <div className="min-w-0 flex-1 max-tight:basis-full">
            <p className="font-semibold">{line.name}</p>
            <p className="tabular text-sm text-muted">
              {durationLabel(line.duration)} · {line.quantity} × {money(line.price)}
            </p>
          </div>
          <p className="tabular ml-auto flex-none font-semibold">{money(line.subtotal)}</p>
        </li>
      ))}
    </ul>
  )
}
