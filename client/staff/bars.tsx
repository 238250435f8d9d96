export interface BarsProps {
  title: string
  rows: readonly { name: string; value: number; text: string }[]
}

/** A list of values with bars relative to the largest. */
export function Bars({ title, rows }: BarsProps) {
  const max = Math.max(1, ...rows.map((row) => row.value))
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-lg">{title}</h2>
      <dl className="surface grid gap-3 p-4 text-sm">
        {rows.map(({ name, value, text }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <dt>{name}</dt>
            <dd className="tabular font-medium">{text}</dd>
            <dd aria-hidden="true" className="basis-full">
              <svg className="block h-1.5 w-full" preserveAspectRatio="none" viewBox="0 0 100 1">
                <rect width="100" height="1" className="fill-sunken forced-colors:fill-[Canvas]" />
                <rect width={(value / max) * 100} height="1" className="fill-accent forced-colors:fill-[CanvasText]" />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
