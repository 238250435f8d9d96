import { eq } from 'drizzle-orm'
import { emailPreferences, users } from '../../drizzle/schema.ts'
import type { EmailPreferences } from '../../shared/accounts/email-preferences-schema.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'

const defaults: EmailPreferences = { reminders: true, support: true, alerts: true }

/** Which optional emails a user wants. */
export async function readEmailPreferences(db: Db | Tx, userId: string): Promise<EmailPreferences> {
  const [row] = await db.select().from(emailPreferences).where(eq(emailPreferences.userId, userId))
  if (!row) return { ...defaults }
  const { reminders, support, alerts } = row
  return { reminders, support, alerts }
}

export const userExists = async (db: Db, userId: string) => (await db.$count(users, eq(users.id, userId))) > 0

/** Turns optional emails on or off, on every screen of the user. Repeating it changes nothing. */
export async function changeEmailPreferences(
  ctx: MutationContext,
  userId: string,
  change: Partial<EmailPreferences>,
): Promise<EmailPreferences> {
  const before = await readEmailPreferences(ctx.tx, userId)
  if (Object.entries(change).every(([name, value]) => before[name as keyof EmailPreferences] === value)) return before
  const [preferences] = await ctx.tx
    .insert(emailPreferences)
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: emailPreferences.userId, set: change })
    .returning({
      reminders: emailPreferences.reminders,
      support: emailPreferences.support,
      alerts: emailPreferences.alerts,
    })
  ctx.publish(`user:${userId}`, { type: 'preferences.changed', data: { preferences: preferences! } })
  return preferences!
}
