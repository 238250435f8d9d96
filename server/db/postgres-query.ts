import { Column, is, Param, Placeholder, SQL } from 'drizzle-orm'
// @ts-expect-error: its types leave it out.
import { mapResultRow } from 'drizzle-orm/utils'

export type QueryValues = Record<string, unknown> | unknown[]
/** A statement as the driver takes it; with a name, the connection prepares it once. */
type QueryConfig = { text: string; name?: string; rowMode?: string }
export type PostgresResult = { rows: unknown[][]; command: string }

/** Runs statements of prepared queries on Postgres, without the query builder in between. */
export type PostgresQueries = {
  query(config: QueryConfig, values: unknown[]): Promise<PostgresResult>
  /** In a transaction: takes a statement whose rows nobody reads. Its failure rolls back, and rejects the transaction. */
  send?(statement: Promise<unknown>): void
}

type ResultField = { path: string[]; field: unknown }
/** What Drizzle's prepared queries of Postgres consist of; its types hide it. */
export type PreparedPostgresQuery = {
  params: unknown[]
  queryConfig: QueryConfig
  fields?: ResultField[]
  joinsNotNullableMap?: Record<string, boolean>
}

/** Binds a prepared query to a connection. The statement is sent before the call returns, so that calls keep their order. */
export function createPostgresExecutor({ query }: PostgresQueries, prepared: PreparedPostgresQuery) {
  const fillers = prepared.params.map(toFiller)
  const { queryConfig } = prepared
  const toRow = rowMapper(prepared)
  return (values: QueryValues): Promise<unknown> => {
    const result = query(
      queryConfig,
      fillers.map((fill) => fill(values)),
    )
    return result.then(({ rows }) => rows.map(toRow))
  }
}

/** Reads a parameter's value. @throws without a value for its placeholder */
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

function rowMapper({ fields, joinsNotNullableMap }: PreparedPostgresQuery): (row: unknown[]) => unknown {
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
