import type { Dashboard } from '../../shared/activity.ts'
import { inCurrency } from '../../shared/money.ts'
import { useMoney } from '../orders/use-money.ts'
import { useStore } from '../store.tsx'
import { namesOf, shortAmount, shortMoney, topOf } from './spending-scale.ts'

type Months = Dashboard['months']

/** Heights in pixels; widths are parts of whatever room there is. */
const [plot, head, foot] = [150, 22, 24]

/** What was spent in each of the last twelve months, as columns; for those who listen, as a table. */
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
        <p className="py-10 text-center text-sm text-muted">Nothing spent in the last 12 months.</p>
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
              <th scope="row">{namesOf(month).full}</th>
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
  const top = topOf(
    months.map(({ spent }) => spent),
    currency,
  )
  const slot = 100 / months.length
  return (
    <svg aria-hidden="true" className="spending" width="100%" height={head + plot + foot}>
      {[1, 0.5].map((part) => (
        <g key={part}>
          <line
            x1="0"
            x2="100%"
            y1={head + plot * (1 - part)}
            y2={head + plot * (1 - part)}
            className="spending-line"
          />
          <text x="0" y={head + plot * (1 - part) - 4} className="spending-scale">
            {shortMoney(top * part, currency)}
          </text>
        </g>
      ))}
      {months.map(({ month, spent }, at) => {
        const amount = inCurrency(spent, currency)
        const height = spent > 0 ? Math.max(3, (amount / top) * plot) : 0
        const y = head + plot - height
        return (
          <g key={month} className="spending-month">
            <title>{`${namesOf(month).full}: ${money(spent)}`}</title>
            <rect x={`${at * slot}%`} y={head} width={`${slot}%`} height={plot + foot} className="spending-room" />
            <rect
              x={`${(at + 0.2) * slot}%`}
              y={y}
              width={`${slot * 0.6}%`}
              height={height}
              rx="2"
              className="spending-column"
            />
            {spent > 0 && (
              <text x={`${(at + 0.5) * slot}%`} y={y - 5} className="spending-amount">
                {shortAmount(amount)}
              </text>
            )}
            <text x={`${(at + 0.5) * slot}%`} y={head + plot + 17} className="spending-name">
              {namesOf(month).short}
            </text>
          </g>
        )
      })}
      <line x1="0" x2="100%" y1={head + plot} y2={head + plot} className="spending-ground" />
    </svg>
  )
}
