/** How the reviews of an item are spread: a bar for each number of stars. */
export function StarBars({ counts }: { counts: readonly number[] }) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const rows = counts.map((count, i) => ({ stars: i + 1, count })).toReversed()
  return (
    <ul aria-label="Reviews by stars" className="star-bars tabular text-sm">
      {rows.map(({ stars, count }) => (
        <li key={stars}>
          <span>{stars === 1 ? '1 star' : `${stars} stars`}</span>
          <svg className="star-bar" aria-hidden="true">
            <rect width={`${total === 0 ? 0 : (count / total) * 100}%`} height="100%" />
          </svg>
          <span className="text-right text-muted">
            {count}
            <span className="sr-only">{count === 1 ? ' review' : ' reviews'}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
