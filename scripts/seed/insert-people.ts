import { referralCodes, users } from '../../drizzle/schema.ts'
import type { Tx } from '../../server/db/transactions.ts'
import { reviewers } from './catalogue.ts'
import { insertAll } from './insert-all.ts'
import { seedId } from './seed-id.ts'

export type SeededPerson = { id: string; firstName: string; email: string }
export type Cast = {
  ada: SeededPerson
  sam: SeededPerson
  ishara: SeededPerson
  mira: SeededPerson
  reviewers: SeededPerson[]
}

const day = 24 * 3_600_000
const demoPeople = [
  { firstName: 'Ada', lastName: 'Fernando', email: 'ada@example.com', isAdmin: false },
  { firstName: 'Sam', lastName: 'de Silva', email: 'sam@example.com', isAdmin: false },
  { firstName: 'Ishara', lastName: 'Jayawardena', email: 'staff@example.com', isAdmin: true },
  { firstName: 'Mira', lastName: 'Nair', email: 'mira@example.com', isAdmin: true },
]

/** The demo people of the README, and those who only wrote reviews and can't sign in. */
export async function insertPeople(tx: Tx, hashes: { demo: string[]; nobody: string }, now: number): Promise<Cast> {
  const joined = (daysAgo: number) => ({
    createdAt: new Date(now - daysAgo * day),
    updatedAt: new Date(now - daysAgo * day),
  })
  const demo = demoPeople.map((person, i) => ({
    ...person,
    id: seedId(`person ${person.email}`),
    passwordHash: hashes.demo[i]!,
    ...joined(420 - i * 30),
  }))
  const others = reviewers.map(({ firstName, lastName }, i) => {
    const email = `reader${String(i + 1).padStart(2, '0')}@example.com`
    return {
      id: seedId(`person ${email}`),
      firstName,
      lastName,
      email,
      passwordHash: hashes.nobody,
      ...joined(430 + i),
    }
  })
  await insertAll(tx, users, [...demo, ...others])
  const [ada, sam, ishara, mira] = demo as unknown as [SeededPerson, SeededPerson, SeededPerson, SeededPerson]
  await tx.insert(referralCodes).values({ userId: ada.id, code: 'ADA2026' })
  return { ada, sam, ishara, mira, reviewers: others }
}
