import { count } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { hashPassword } from '../../server/accounts/passwords.ts'
import type { Db } from '../../server/db/transactions.ts'
import type { Env } from '../../server/env.ts'
import { buildCatalogue } from './catalogue.ts'
import { insertAudit } from './insert-audit.ts'
import { insertCatalogue } from './insert-catalogue.ts'
import { insertPeople } from './insert-people.ts'
import { insertOrders } from './insert-orders.ts'
import { insertReviews } from './insert-reviews.ts'
import { insertSupport } from './insert-support.ts'

/** The password of the demo people. */
export const demoPassword = 'demo1234'

/**
 * Fills an empty database with the demo store: the same one each time, but for its dates, which are told
 * from the moment of seeding. One that holds anybody is left alone.
 */
export async function seedWhenEmpty(db: Db, env: Env, now = Date.now()) {
  const [people] = await db.select({ count: count() }).from(users)
  if (people!.count > 0) return
  const catalogue = buildCatalogue()
  // Hashed before the transaction, in which nothing but the database is awaited.
  const hashes = {
    demo: await Promise.all(Array.from({ length: 4 }, () => hashPassword(demoPassword))),
    nobody: await hashPassword(crypto.randomUUID()),
  }
  await db.transaction(async (tx) => {
    const items = await insertCatalogue(tx, catalogue, now)
    const cast = await insertPeople(tx, hashes, now)
    await insertReviews(tx, catalogue.reviews, items, cast, now)
    const ordered = await insertOrders(tx, { items, cast, reviews: catalogue.reviews, env, now })
    const replied = await insertSupport(tx, { items, orders: ordered.orders, cast, now })
    await insertAudit(tx, [...ordered.actions, ...replied])
  })
}
