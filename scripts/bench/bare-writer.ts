import Database from 'better-sqlite3'
import { createTemporaryFolder } from './processes.ts'

export type TableRow = { table: string; values: Record<string, unknown> }

/**
 * Writes the same rows durably with better-sqlite3 alone, into tables of the same columns without keys or indexes.
 * @returns a function that writes the rows once per callback, in one commit, and then calls the callbacks
 */
export function createWriter(rows: TableRow[]) {
  const db = new Database(`${createTemporaryFolder()}/bare.db`)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  const statements = rows.map(({ table, values }) => {
    const columns = Object.keys(values)
    db.exec(`create table if not exists ${table} (${columns.join(', ')})`)
    return db.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`)
  })
  const write = db.transaction((times: number) => {
    for (let n = 0; n < times; n++) rows.forEach(({ values }, i) => statements[i]!.run(...Object.values(values)))
  })
  return (callbacks: (() => void)[]) => {
    write(callbacks.length)
    for (const callback of callbacks) callback()
  }
}
