import { asc, sql } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'

/** The members of staff that a conversation can be assigned to. */
export const listStaff = (db: Db) =>
  db
    .select({ _id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(sql`${users.isAdmin}`)
    .orderBy(asc(users.firstName), asc(users.id))
