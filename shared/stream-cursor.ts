/** The streams a client can receive: its own, the staff stream (staff only) and the public catalogue. */
export const streamNames = ['user', 'staff', 'catalogue'] as const
export type StreamName = (typeof streamNames)[number]

/** Where a client stands: the epoch of the database, and the number of the last known event of each stream. */
export type StreamCursor = { epoch: string; heads: Partial<Record<StreamName, number>> }

/** `<epoch>;user=57;catalogue=9`, the value of the `X-Stream-Position` header. */
export function formatStreamCursor({ epoch, heads }: StreamCursor): string {
  let text = epoch
  for (const name of streamNames) if (heads[name] !== undefined) text += `;${name}=${heads[name]}`
  return text
}

/** Returns null when the text is not a cursor. */
export function parseStreamCursor(text: string | null | undefined): StreamCursor | null {
  const [epoch, ...parts] = (text ?? '').split(';')
  if (!epoch) return null
  const heads: StreamCursor['heads'] = {}
  for (const part of parts) {
    const [name, seq] = part.split('=')
    if (!streamNames.includes(name as StreamName) || !/^\d+$/.test(seq ?? '')) return null
    heads[name as StreamName] = Number(seq)
  }
  return { epoch, heads }
}
