import { activity } from '../../drizzle/schema.ts'
import type { Change } from '../stream/change.ts'

type Kind = typeof activity.$inferInsert.type

/** Notes what a person did, for the activity list of their dashboard. */
export const recordActivity = async ({ tx }: Change, userId: string, type: Kind, description: string) =>
  void (await tx.insert(activity).values({ userId, type, description }))
