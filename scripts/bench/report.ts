export const heading = (text: string) => console.log(`\n${text}`)
/** A row of a label and a figure. */
export const row = (label: string, figure: string) => console.log(`  ${label.padEnd(58)} ${figure.padStart(18)}`)

export const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en-US')}/s`
export const milliseconds = (ms: number) => `${ms.toFixed(ms < 10 ? 2 : 1)} ms`

/** The value below which `share` (0 to 1) of the sorted values are. */
export const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const median = (values: number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
