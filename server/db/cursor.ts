import { invalid } from '../../shared/refusal.ts'

/** Where a page of a list ended: the value it is sorted by, and the id that settles ties. */
export type Cursor = { value: string | number; id: string }

export const writeCursor = ({ value, id }: Cursor) => Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** The most that a column of each kind holds on both databases; a text has none. */
const most = { time: Date.UTC(9999, 11, 31), cents: 1e11, count: 2 ** 31 - 1 }
export type Kind = keyof typeof most | 'text'

const isWhole = (value: unknown, most: number) => Number.isInteger(value) && Math.abs(value as number) <= most
/** No text in Postgres has the character 0. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')

/** @throws 400 for a cursor that this store did not hand out. */
export function readCursor(text: string, kind: Kind): Cursor {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const fits = kind === 'text' ? isText(value) : isWhole(value, most[kind])
    if (fits && isText(id)) return { value: value as string | number, id }
  } catch {
    // Told below, like every other cursor that is none of ours.
  }
  throw invalid('cursor must be the nextCursor of an earlier answer.')
}
