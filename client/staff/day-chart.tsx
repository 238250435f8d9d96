import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { axisMaxFor } from './axis-max.ts'

export interface DayChartProps {
  title: string
  /** Every day of the period, oldest first; the last is today, which is not over. */
  days: readonly { day: string; value: number }[]
  format: (value: number) => string
  /** For the axis; `format` by default. */
  formatAxis?: (value: number) => string
}

const height = 160
const maxLabels = 6
const maxLabelsOnPhones = 4

/** A bar chart by day, with the same figures as a table. */
export function DayChart(props: DayChartProps) {
  const { title, days, format } = props
  const id = useId()
  const total = days.reduce((sum, day) => sum + day.value, 0)
  const isEmpty = days.every(({ value }) => value === 0)

  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <p className="tabular text-sm text-muted" aria-hidden="true">
          {`${format(total)} total`}
        </p>
      </div>
      {isEmpty ? (
        <p className="surface grid h-40 place-content-center text-sm text-muted">{`None in the last ${days.length} days`}</p>
      ) : (
        <div className="surface p-4 pt-8">
          <Plot {...props} total={total} />
          <DayTable {...props} />
        </div>
      )}
    </section>
  )
}

function Plot({ title, days, format, formatAxis = format, total }: DayChartProps & { total: number }) {
  const [hovered, setHovered] = useState<number | null>(null)
  const best = Math.max(...days.map((day) => day.value))
  const axisMax = axisMaxFor(best)
  const hoveredDay = hovered === null ? undefined : days[hovered]
  const labelStep = Math.ceil(days.length / maxLabels)
  const phoneLabelStep = labelStep * Math.ceil(days.length / labelStep / maxLabelsOnPhones)

  return (
    <div className="flex gap-3">
      <div className="tabular flex h-40 flex-col justify-between text-right text-xs text-muted" aria-hidden="true">
        <span className="-translate-y-1/2">{formatAxis(axisMax)}</span>
        <span>{formatAxis(axisMax / 2)}</span>
        <span className="translate-y-1/2">{formatAxis(0)}</span>
      </div>
      <div className="relative min-w-0 flex-1">
        {hoveredDay && (
          <HoverValue
            at={(hovered! + 0.5) / days.length}
            text={`${hovered === days.length - 1 ? 'Today so far' : shortDay(hoveredDay.day)}: ${format(hoveredDay.value)}`}
          />
        )}
        <svg
          role="img"
          aria-label={`${title}: ${format(total)} total, ${format(best)} on the best day.`}
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
          className="block h-40 w-full"
          onPointerLeave={() => setHovered(null)}
        >
          {[0, 0.5, 1].map((part) => (
            <line
              key={part}
              x1="0"
              x2={days.length}
              y1={height * part}
              y2={height * part}
              className="stroke-line forced-colors:stroke-[GrayText]"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {days.map(({ day, value }, i) => (
            <g key={day} onPointerEnter={() => setHovered(i)}>
              <rect
                x={i}
                y="0"
                width="1"
                height={height}
                className={i === hovered ? 'fill-ink/7' : 'fill-transparent'}
              />
              <rect
                x={i + 0.14}
                y={height - (value / axisMax) * height}
                width="0.72"
                height={(value / axisMax) * height}
                className={classNames(
                  'fill-accent forced-colors:fill-[CanvasText]',
                  i === days.length - 1 && 'opacity-50',
                )}
              />
            </g>
          ))}
        </svg>
        <div className="tabular mt-2 flex text-xs text-muted" aria-hidden="true">
          {days.map(({ day }, i) => {
            const age = days.length - 1 - i
            return (
              <span
                key={day}
                className={classNames(
                  'flex min-w-0 flex-1 justify-end whitespace-nowrap',
                  age % phoneLabelStep !== 0 && 'max-sm:invisible',
                )}
              >
                {age % labelStep === 0 && (age === 0 ? 'Today' : shortDay(day))}
              </span>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function DayTable({ title, days, format }: DayChartProps) {
  return (
    <details className="group mt-3 text-sm">
      <summary className="link inline-flex min-h-8 cursor-pointer items-center gap-1 max-wide:min-h-11">
        <ChevronRight size={14} className="transition-transform group-open:rotate-90" />
        Show as table
      </summary>
      <div className="mt-2" role="region" aria-label={`${title}, as a table`}>
        <table className="tabular w-full max-w-sm">
          <thead>
            <tr className="text-left text-xs text-muted">
              <th scope="col" className="py-1 font-medium">
                Day
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {title.replace(/ by day$/, '')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, value }, i) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {longDay(day)}
                  {i === 0 && ', so far'}
                </th>
                <td className="py-1 text-right">{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** The value of the day under the pointer. @param at its place between the edges, 0 to 1 */
function HoverValue({ at, text }: { at: number; text: string }) {
  return (
    <svg className="pointer-events-none absolute inset-x-0 -top-7 h-6 w-full overflow-visible" aria-hidden="true">
      <text
        x={`${at * 100}%`}
        y="16"
        textAnchor={at < 0.15 ? 'start' : at > 0.85 ? 'end' : 'middle'}
        className="tabular fill-ink text-xs forced-colors:fill-[CanvasText] font-semibold"
      >
        {text}
      </text>
    </svg>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const yearFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortDay = (day: string) => dayFormat.format(Date.parse(day))
const longDay = (day: string) => yearFormat.format(Date.parse(day))
