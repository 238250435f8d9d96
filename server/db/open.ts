import { dialect } from '../../drizzle/kit.ts'
import { DatabaseStartupError, errorCode } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Db } from './transactions.ts'

/**
 * Opens the database at `url` (`DATABASE_URL`) and migrates it.
 * @param directUrl the address of the Postgres server itself where `url` is that of a pooler (`DATABASE_DIRECT_URL`)
 * @throws DatabaseStartupError with a message for the operator
 */
export async function openDatabase(url: string, directUrl: string | null = null): Promise<Db> {
  if (dialect === 'postgresql') return openPostgres(url, { directUrl })
  const file = url.replace(/^file:/, '')
  try {
    return openSqlite(file)
  } catch (error) {
    const problem = problems.find(([code]) => errorCode(error).startsWith(code))?.[1]
    throw problem ? new DatabaseStartupError(`${file} ${problem}`, { cause: error }) : error
  }
}

/** What to tell the operator, by SQLite's error code. */
const problems: [code: string, problem: string][] = [
  ['SQLITE_NOTADB', 'is not a database. Restore a backup, or set DATABASE_URL to another file.'],
  ['SQLITE_CORRUPT', 'is damaged. Restore a backup.'],
  ['SQLITE_CANTOPEN', 'can’t be opened. Check that its folder exists and is writable.'],
  ['SQLITE_READONLY', 'can’t be written. Check the permissions of the file and its folder.'],
  ['SQLITE_PERM', 'can’t be written. Check the permissions of the file and its folder.'],
  ['SQLITE_FULL', 'can’t be migrated: the disk is full.'],
  ['SQLITE_IOERR', 'can’t be read or written: the disk is failing.'],
  ['SQLITE_BUSY', 'is locked by another process.'],
]
