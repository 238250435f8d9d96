import { dialect } from '../../drizzle/kit.ts'
import { BadDatabase, codeOf } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Db } from './transactions.ts'

/** Opens the database that `DATABASE_URL` names and brings it up to date. @throws BadDatabase */
export async function openDatabase(url: string): Promise<Db> {
  if (dialect === 'postgresql') return openPostgres(url)
  const file = url.replace(/^file:/, '')
  try {
    return openSqlite(file)
  } catch (error) {
    const reason = reasons.find(([code]) => codeOf(error).startsWith(code))?.[1]
    throw reason ? new BadDatabase(`${file} ${reason}`, { cause: error }) : error
  }
}

const reasons: [code: string, sentence: string][] = [
  ['SQLITE_NOTADB', 'is not a database. Restore a backup, or set DATABASE_URL to another file.'],
  ['SQLITE_CORRUPT', 'is damaged. Restore a backup.'],
  ['SQLITE_CANTOPEN', 'can’t be opened. Does its folder exist, and may the store write there?'],
  ['SQLITE_READONLY', 'can’t be written. May the store write there?'],
  ['SQLITE_PERM', 'can’t be written. May the store write there?'],
  ['SQLITE_FULL', 'can’t be brought up to date: the disk is full.'],
  ['SQLITE_IOERR', 'can’t be read or written: the disk fails.'],
  ['SQLITE_BUSY', 'is held by another process.'],
]
