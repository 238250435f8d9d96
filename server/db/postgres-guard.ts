type Query = { execute(values?: Record<string, unknown>): Promise<unknown> }
export type PostgresSession = { prepareQuery(query: { sql: string }, ...rest: never[]): Query }

/** Calls `check` with the text of every query of a session before it runs, for instance on the wrong connection. */
export function checkBeforeQueries(session: PostgresSession, check: (text: string) => void) {
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (built, ...rest) => {
    const query = prepare(built, ...rest)
    const execute = query.execute.bind(query)
    query.execute = async (values) => {
      check(built.sql)
      return execute(values)
    }
    return query
  }
}
