/** The streams as one client sees them: its own, the staff's where it is staff, and everybody's. */
export const streamNames = ['user', 'staff', 'catalogue'] as const
export type StreamName = (typeof streamNames)[number]

/** Where a reader stands: the epoch of the database, and the last event of each stream that it knows. */
export type Position = { epoch: string; heads: Partial<Record<StreamName, number>> }

/** `<epoch>;user=57;catalogue=9`, the value of `X-Stream-Position`. */
export function formatPosition({ epoch, heads }: Position): string {
  let text = epoch
  for (const name of streamNames) if (heads[name] !== undefined) text += `;${name}=${heads[name]}`
  return text
}

/** null when it is not a position. */
export function parsePosition(text: string | null | undefined): Position | null {
  const [epoch, ...parts] = (text ?? '').split(';')
  if (!epoch) return null
  const heads: Position['heads'] = {}
  for (const part of parts) {
    const [name, seq] = part.split('=')
    if (!streamNames.includes(name as StreamName) || !/^\d+$/.test(seq ?? '')) return null
    heads[name as StreamName] = Number(seq)
  }
  return { epoch, heads }
}
