import { hashPassword } from '../accounts/passwords.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { Env } from '../env.ts'
import type { MutationContext } from '../events/mutation.ts'
import { users } from '../../drizzle/schema.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedUsers } from './seed-users.ts'
import { planConversations } from './conversations.ts'
import { planOrders } from './orders.ts'
import { planPayments } from './payments.ts'
import { rankItems } from '../storefront/rank-items.ts'
import { markOldNotificationsRead, planReviews } from './reviews-and-notifications.ts'
import type { Step } from './step.ts'

/** The password of the demo users. */
export const demoPassword = 'demo1234'

/**
 * Fills an empty database with the demo store by running the app's own operations, each with the time at which it is
 * supposed to have happened. A database that has users is left alone. No events are stored: nobody was connected.
 * @param nowMs the present, from which all ages are counted back
 */
export async function seedWhenEmpty(db: Db, env: Env, nowMs = Date.now()) {
  if ((await db.$count(users)) > 0) return
  // Hashed before the transaction, in which nothing but the database is awaited.
  const hashes = { demo: await hashPassword(demoPassword), reviewers: await hashPassword(crypto.randomUUID()) }
  await db.transaction(async (tx) => {
    const contextAt = (minutesAgo: number) => createContext(tx, env, new Date(nowMs - minutesAgo * 60_000))
    const people = await seedUsers(contextAt, hashes)
    const { items, reviews } = await seedCatalogue(contextAt, people)
    const orders = planOrders(people, items, reviews)
    const steps = [
      ...orders.steps,
      ...planPayments(people, orders),
      ...planReviews(people, items, reviews),
      ...planConversations(people, items, orders),
      ...markOldNotificationsRead(people),
    ]
    await runInOrder(steps, contextAt)
  })
  // The first visitor sees the popular order already.
  await rankItems(db, new Date(nowMs))
}

/** Runs the steps from the oldest to the newest. Steps of the same time run in the order given. */
async function runInOrder(steps: Step[], contextAt: (minutesAgo: number) => MutationContext) {
  for (const { minutesAgo, run } of steps.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    await run(contextAt(minutesAgo))
  }
}

const createContext = (tx: Tx, env: Env, now: Date): MutationContext => ({
  tx,
  env,
  now,
  publish() {},
  endSessions() {},
  mail() {},
  encodeCache: new Map(),
})
