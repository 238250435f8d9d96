import type { Dashboard } from '../../shared/activity/schema.ts'
import { inCurrency } from '../../shared/money.ts'
import { useMoney } from '../use-money.ts'
import { useStore } from '../client-context.tsx'
import { formatMonth, scaleMaxOf, shortAmount, shortMoney } from './spending-scale.ts'

type Months = Dashboard['months']

/** In pixels; widths are percentages. */
const [plotHeight, headHeight, footHeight] = [150, 22, 24]

/** Spending in each of the last twelve months: a column chart, and a table for screen readers. */
export function SpendingChart({ months }: { months: Months }) {
  const money = useMoney()
  const total = months.reduce((sum, { spent }) => sum + spent, 0)
  return (
    <section aria-labelledby="spending" className="surface p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="spending" className="text-lg">
          Spending
        </h2>
        <p className="tabular text-sm text-muted">
          <span className="font-semibold text-ink">{money(total)}</span> in 12 months
        </p>
      </div>
      {total > 0 ? (
        <Columns months={months} />
      ) : (
        <p className="py-10 text-center text-sm text-muted">No spending in the last 12 months.</p>
      )}
      <table className="sr-only">
        <caption>Spending by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Spent</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, spent }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month).full}</th>
              <td>{money(spent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Columns({ months }: { months: Months }) {
  const money = useMoney()
  const currency = useStore((state) => state.accounts.prefs.currency)
  const scaleMax = scaleMaxOf(
    months.map(({ spent }) => spent),
    currency,
  )
  const slotWidth = 100 / months.length
  return (
    <svg aria-hidden="true" className="spending" width="100%" height={headHeight + plotHeight + footHeight}>
      {[1, 0.5].map((share) => (
        <g key={share}>
          <line
            x1="0"
            x2="100%"
            y1={headHeight + plotHeight * (1 - share)}
            y2={headHeight + plotHeight * (1 - share)}
            className="spending-line"
          />
          <text x="0" y={headHeight + plotHeight * (1 - share) - 4} className="spending-scale">
            {shortMoney(scaleMax * share, currency)}
          </text>
        </g>
      ))}
      {months.map(({ month, spent }, index) => {
        const amount = inCurrency(spent, currency)
        const height = spent > 0 ? Math.max(3, (amount / scaleMax) * plotHeight) : 0
        const y = headHeight + plotHeight - height
        return (
          <g key={month} className="spending-month">
            <title>{`${formatMonth(month).full}: ${money(spent)}`}</title>
            <rect
              x={`${index * slotWidth}%`}
              y={headHeight}
              width={`${slotWidth}%`}
              height={plotHeight + footHeight}
              className="spending-room"
            />
            <rect
              x={`${(index + 0.2) * slotWidth}%`}
              y={y}
              width={`${slotWidth * 0.6}%`}
              height={height}
              rx="2"
              className="spending-column"
            />
            {spent > 0 && (
              <text x={`${(index + 0.5) * slotWidth}%`} y={y - 5} className="spending-amount">
                {shortAmount(amount)}
              </text>
            )}
            <text x={`${(index + 0.5) * slotWidth}%`} y={headHeight + plotHeight + 17} className="spending-name">
              {formatMonth(month).short}
            </text>
          </g>
        )
      })}
      <line x1="0" x2="100%" y1={headHeight + plotHeight} y2={headHeight + plotHeight} className="spending-ground" />
    </svg>
  )
}
