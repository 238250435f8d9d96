import { dialect } from '../../drizzle/kit.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Db } from './transactions.ts'

/** Opens the database that `DATABASE_URL` names and brings it up to date. */
export const openDatabase = async (url: string): Promise<Db> =>
  dialect === 'postgresql' ? openPostgres(url) : openSqlite(url.replace(/^file:/, ''))
