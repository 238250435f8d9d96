import { type QueryValues, type ResultFields, rowMapper, valueBinder } from './prepared-query.ts'

/** A statement as the driver takes it; with a name, the connection prepares it once. */
type QueryConfig = { text: string; name?: string; rowMode?: string }
export type PostgresResult = { rows: unknown[][]; command: string }

/** Runs statements of prepared queries on Postgres, without the query builder in between. */
export type PostgresQueries = {
  query(config: QueryConfig, values: unknown[]): Promise<PostgresResult>
  /** In a transaction: takes a statement whose rows nobody reads. Its failure rolls back, and rejects the transaction. */
  send?(statement: Promise<unknown>): void
}

/** What Drizzle's prepared queries of Postgres consist of; its types hide it. */
export type PreparedPostgresQuery = ResultFields & { params: unknown[]; queryConfig: QueryConfig }

/** Binds a prepared query to a connection. The statement is sent before the call returns, so that calls keep their order. */
export function createPostgresExecutor({ query }: PostgresQueries, prepared: PreparedPostgresQuery) {
  const bind = valueBinder(prepared.params)
  const { queryConfig } = prepared
  const toRow = rowMapper(prepared)
  return (values: QueryValues): Promise<unknown> => query(queryConfig, bind(values)).then(({ rows }) => rows.map(toRow))
}
