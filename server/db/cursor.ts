import { invalid } from '../../shared/refusal.ts'

/** Where a page of a list ended: the value it is sorted by, and the id that settles ties. */
export type Cursor = { value: string | number; id: string }

export const writeCursor = ({ value, id }: Cursor) => Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** Cents, hundredths of a star and milliseconds: no number beyond the last date is any of them. */
const isWhole = (value: unknown) => Number.isInteger(value) && Math.abs(value as number) <= 8.64e15

/** @throws 400 for a cursor that this store did not hand out. */
export function readCursor(text: string, kind: 'string' | 'number'): Cursor {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const fits = kind === 'number' ? isWhole(value) : typeof value === 'string'
    if (fits && typeof id === 'string') return { value: value as string | number, id }
  } catch {
    // Told below, like every other cursor that is none of ours.
  }
  throw invalid('cursor must be the nextCursor of an earlier answer.')
}
