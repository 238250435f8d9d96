const [first, longest] = [250, 5000]
/** A store that starts anew is back in a second or two: doubled, the waits would reach far beyond that. */
const growth = 1.5

/** How long to wait before trying to connect again, in milliseconds: longer each time, and never all at once. */
export function waitBefore(attempt: number, random = Math.random()): number {
  const most = Math.min(longest, first * growth ** attempt)
  return Math.round(most * (0.5 + random / 2))
}
