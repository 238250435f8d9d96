import Database from 'better-sqlite3'
import { newFolder } from './processes.ts'

export type BareRow = { table: string; values: Record<string, unknown> }

/**
 * Writes the same rows as often as it is asked, durably, with better-sqlite3 alone, into tables of the same columns
 * with no keys or indexes; those asked for together share a commit, and are told after it.
 */
export function writerOf(rows: BareRow[]) {
  const db = new Database(`${newFolder()}/bare.db`)
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
  return (told: (() => void)[]) => {
    write(told.length)
    for (const tell of told) tell()
  }
}
