import { Column, is, Param, Placeholder, SQL } from 'drizzle-orm'
// @ts-expect-error: its types leave it out.
import { mapResultRow } from 'drizzle-orm/utils'

export type QueryValues = Record<string, unknown> | unknown[]

type ResultField = { path: string[]; field: unknown }
/** What maps the rows of Drizzle's prepared queries; its types hide it. */
export type ResultFields = {
  fields?: ResultField[]
  joinsNotNullableMap?: Record<string, boolean>
}

/** Puts the values of placeholders in the places of a query's parameters. It throws without a value for one of them. */
export function valueBinder(params: unknown[]): (values: QueryValues) => unknown[] {
  // All numbered in their order, as those of `preparedInsert`: the values are the parameters.
  if (params.length > 0 && params.every((param, i) => is(param, Placeholder) && param.name === String(i))) {
    return (values) => values as unknown[]
  }
  const fillers = params.map(toFiller)
  return (values) => fillers.map((fill) => fill(values))
}

function toFiller(param: unknown): (values: QueryValues) => unknown {
  if (is(param, Placeholder)) return (values) => valueOf(values, param.name)
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { name } = param.value
    return (values) => param.encoder.mapToDriverValue(valueOf(values, name))
  }
  return () => param
}

function valueOf(values: QueryValues, name: string): unknown {
  if (!(name in values)) throw new Error(`No value for placeholder "${name}" was provided`)
  return (values as Record<string, unknown>)[name]
}

type Decoder = { mapFromDriverValue(value: unknown): unknown }

/** Makes an object of a row, as Drizzle does, with the decoders looked up once. */
export function rowMapper({ fields, joinsNotNullableMap }: ResultFields): (row: unknown[]) => unknown {
  if (!fields) return (row) => row
  if (fields.some(({ path }) => path.length > 1)) return (row) => mapResultRow(fields, row, joinsNotNullableMap)
  const columns = fields.map(({ path, field }) => ({ name: path[0]!, decoder: decoderOf(field) }))
  return (row) => {
    const result: Record<string, unknown> = {}
    for (let i = 0; i < columns.length; i += 1) {
      const { name, decoder } = columns[i]!
      const value = row[i]
      result[name] = value === null ? null : decoder.mapFromDriverValue(value)
    }
    return result
  }
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder
  return (field as { sql: { decoder: Decoder } }).sql.decoder
}
