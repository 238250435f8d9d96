import { drizzle } from 'drizzle-orm/node-postgres'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { checkBeforeQueries, type PostgresSession } from './postgres-guard.ts'
import type { PostgresQueries, PostgresResult } from './postgres-query.ts'
import { type Queries, transactionGuard, type Tx } from './transactions.ts'

/** A connection that runs transactions, and its query builder: prepared queries are built once for each connection. */
export type PostgresConnection = ReturnType<typeof createPostgresConnection>

/**
 * Runs transactions on a client with `pipeline`: statements are sent without waiting for the answers of earlier ones, and
 * Postgres runs them in that order. Once one fails, all later ones of the transaction fail too.
 */
export function createPostgresConnection(client: pg.PoolClient) {
  let sent: Promise<unknown>[] = []
  let writeCount = 0
  const countWrite = (text: string) => {
    if (!/^\s*select\b/i.test(text)) writeCount += 1
  }
  const sendTogether = createCork(client)

  function query(text: string | { text: string }, values?: unknown[]): Promise<PostgresResult> {
    sendTogether()
    return client.query(text as never, values)
  }
  function send(statement: Promise<unknown>) {
    // It is reported by the commit.
    statement.catch(() => undefined)
    sent.push(statement)
  }
  const queries: PostgresQueries = {
    query(config, values) {
      assertInside()
      countWrite(config.text)
      return query(config, values)
    },
    send,
  }
  const builder = drizzle({ query } as never, { casing: 'snake_case' }) as unknown as Queries & {
    session: PostgresSession
  }
  checkBeforeQueries(builder.session, (text) => {
    assertInside()
    countWrite(text)
  })

  return {
    tx: Object.assign(builder, { postgres: queries }) as Tx,
    /** The number of statements so far that may have written something. */
    countWrites: () => writeCount,
    begin(statements = 'begin') {
      sent = []
      send(query(statements))
    },
    /** @throws the error of the first statement that failed; then Postgres has rolled back */
    async commit(): Promise<void> {
      const answer = query('commit')
      await Promise.all([...sent, answer])
      // Committing a failed transaction succeeds, as a rollback.
      if ((await answer).command !== 'COMMIT') throw new Error('The transaction was rolled back')
    },
    /**
     * Rolls back after `error`.
     * @returns the reason: the error of the first statement that failed, if any; the later ones only report that
     */
    async rollback(error: unknown): Promise<{ reason: unknown; isBroken: boolean }> {
      const isBroken = await query('rollback').then(
        () => false,
        () => true,
      )
      const failed = (await Promise.allSettled(sent)).find(({ status }) => status === 'rejected')
      return { reason: failed?.status === 'rejected' ? failed.reason : error, isBroken }
    },
  }
}

function assertInside() {
  if (transactionGuard.isOutside()) throw new Error('The transaction is over')
}

/** Hands the statements of one turn of the event loop to the system together: each call would cost as much as a statement. */
function createCork(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  let isCorked = false
  const flush = () => {
    isCorked = false
    stream.uncork()
  }
  return () => {
    if (isCorked) return
    isCorked = true
    stream.cork()
    process.nextTick(flush)
  }
}
