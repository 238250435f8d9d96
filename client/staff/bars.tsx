export interface BarsProps {
  title: string
  rows: readonly { name: string; value: number; text: string }[]
}

/** A list of numbers, each with a bar of its share of the greatest. */
export function Bars({ title, rows }: BarsProps) {
  const most = Math.max(1, ...rows.map((row) => row.value))
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-lg">{title}</h2>
      <dl className="surface grid gap-3 p-4 text-sm">
        {rows.map(({ name, value, text }) => (
          <div key={name} className="grid gap-1">
            <div className="flex items-baseline justify-between gap-4">
              <dt>{name}</dt>
              <dd className="tabular font-medium">{text}</dd>
            </div>
            <svg aria-hidden="true" className="h-1.5 w-full" preserveAspectRatio="none" viewBox="0 0 100 1">
              <rect width="100" height="1" className="fill-sunken" />
              <rect width={(value / most) * 100} height="1" className="fill-accent" />
            </svg>
          </div>
        ))}
      </dl>
    </section>
  )
}
