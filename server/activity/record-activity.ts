import { newId } from '../../drizzle/kit.ts'
import { activity } from '../../drizzle/schema.ts'
import { preparedInsert } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'

const insert = preparedInsert('record_activity', activity)
type Kind = typeof activity.$inferInsert.type

/** Notes what a person did, for the activity list of their dashboard. */
export const recordActivity = ({ tx }: Change, userId: string, type: Kind, description: string) =>
  insert(tx, [{ id: newId(), userId, type, description, createdAt: new Date() }])
