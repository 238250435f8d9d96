import { newId } from '../../drizzle/kit.ts'
import { activity } from '../../drizzle/schema.ts'
import { preparedInsert } from '../db/prepared.ts'
import type { MutationContext } from '../events/mutation.ts'

const insert = preparedInsert('record_activity', activity)
type ActivityType = typeof activity.$inferInsert.type

/** Records what a user did, for the activity list of their dashboard. */
export const recordActivity = ({ tx, now }: MutationContext, userId: string, type: ActivityType, description: string) =>
  insert(tx, [{ id: newId(), userId, type, description, createdAt: now }])
