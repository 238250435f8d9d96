/** How much a figure has changed: '119%' up or down; null where there is nothing to compare with. */
export function percentChange(now: number, before: number): { text: string; by: 'up' | 'down' | 'same' } | null {
  if (before <= 0) return null
  const percent = Math.round((now / before - 1) * 100)
  const by = percent > 0 ? 'up' : percent < 0 ? 'down' : 'same'
  return { text: Math.abs(percent) > 999 ? 'over 999%' : `${Math.abs(percent)}%`, by }
}
