import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { searchText } from '../../shared/search-text.ts'
import type { Tx } from '../db/transactions.ts'

type Customer = { firstName: string; lastName: string; email: string }

/** What a user is searched by: the whole name, in the order it's written, and the email address. */
export const customerSearchText = ({ firstName, lastName, email }: Customer) => searchText(firstName, lastName, email)

/** Updates what a user is searched by after a change of the row, which this transaction has locked. */
export async function updateSearchText(tx: Tx, user: typeof users.$inferSelect) {
  const text = customerSearchText(user)
  if (text !== user.searchText) await tx.update(users).set({ searchText: text }).where(eq(users.id, user.id))
}
