import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { createUser } from '../accounts/register.ts'
import { createCode } from '../referrals/create-code.ts'
import { reviewers, users as demoUsers } from './content.ts'
import { type ContextAt, dayMinutes } from './step.ts'

export type Person = typeof users.$inferSelect
/** The demo users by their key in the content, and those who only write reviews. */
export type People = Record<'ada' | 'sam' | 'ishara' | 'mira', Person> & { reviewers: Person[] }

/** Creates the demo users of the README, and reviewers whose password nobody knows. */
export async function seedUsers(contextAt: ContextAt, hashes: { demo: string; reviewers: string }): Promise<People> {
  const people: Partial<People> & { reviewers: Person[] } = { reviewers: [] }
  for (const { key, firstName, lastName, email, joinedDaysAgo, isAdmin, referralCode } of demoUsers) {
    const ctx = contextAt(joinedDaysAgo * dayMinutes)
    const user = await createUser(ctx, { firstName, lastName, email, passwordHash: hashes.demo })
    if (isAdmin) await ctx.tx.update(users).set({ isAdmin }).where(eq(users.id, user.id))
    if (referralCode) await createCode(ctx, user.id, referralCode)
    people[key] = { ...user, isAdmin: isAdmin ?? false }
  }
  for (const [i, { firstName, lastName }] of reviewers.entries()) {
    const email = `reader${String(i + 1).padStart(2, '0')}@example.com`
    const ctx = contextAt((430 + i) * dayMinutes)
    people.reviewers.push(await createUser(ctx, { firstName, lastName, email, passwordHash: hashes.reviewers }))
  }
  return people as People
}
