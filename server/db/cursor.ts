import { badRequest } from '../../shared/api-error.ts'

/** Where a page of a list ended: the value the list is sorted by, and the id that breaks ties. */
export type Cursor = { value: string | number; id: string }

/** The place of a page's last row, as clients send it back for the next page. */
export const encodeCursor = ({ value, id }: Cursor) => Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** The largest value that a column of each kind holds on both databases; `text` has none. */
const maxValues = { time: Date.UTC(9999, 11, 31), cents: 1e11, count: 2 ** 31 - 1, counter: Number.MAX_SAFE_INTEGER }
export type CursorKind = keyof typeof maxValues | 'text'

const isInteger = (value: unknown, max: number) => Number.isInteger(value) && Math.abs(value as number) <= max
/** Postgres can't store the character 0 in a text. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')

/** @throws 400 for a cursor that didn't come from `encodeCursor` */
export function decodeCursor(text: string, kind: CursorKind): Cursor {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const isValid = kind === 'text' ? isText(value) : isInteger(value, maxValues[kind])
    if (isValid && isText(id)) return { value: value as string | number, id }
  } catch {
    // Not JSON: rejected below, like any other invalid cursor.
  }
  throw badRequest('cursor must be the nextCursor of an earlier response.')
}
