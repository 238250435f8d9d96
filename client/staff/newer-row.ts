import * as z from 'zod/mini'
import { isFailure } from '../api/call-failed.ts'

type Versioned = { version: number }

/**
 * The current row that the 409 of an outdated version carries.
 * @param stored the row in the store, which may be even newer
 * @returns null for any other error, and for a row that isn't newer than the stored one
 */
export function newerRow<Row extends z.ZodMiniType<Versioned>>(
  error: unknown,
  schema: Row,
  stored: Versioned | undefined,
): z.output<Row> | null {
  if (!isFailure(error) || error.status !== 409) return null
  const read = z.safeDecode(schema, error.extra.data as z.input<Row>)
  return read.success && read.data.version > (stored?.version ?? 0) ? read.data : null
}
