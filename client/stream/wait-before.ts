const [first, longest] = [250, 5000]

/** How long to wait before trying to connect again, in milliseconds: longer each time, and never all at once. */
export function waitBefore(attempt: number, random = Math.random()): number {
  const most = Math.min(longest, first * 2 ** attempt)
  return Math.round(most * (0.5 + random / 2))
}
