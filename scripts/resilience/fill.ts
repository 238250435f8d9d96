import Database from 'better-sqlite3'
import { newId } from '../../drizzle/kit.ts'
import { hashToken, newToken } from '../../server/accounts/identify.ts'
import { hashPassword } from '../../server/accounts/passwords.ts'
import { startStore } from './store.ts'

export type Person = { id: string; token: string }
/** How many of staff there are besides, and the password of all; without one nobody can sign in. */
type Options = { staff?: number; password?: string }

/** An empty store with an item, and so many people with it in their carts. */
export async function fill(folder: string, people: number, { staff = 0, password }: Options = {}) {
  const store = await startStore({ folder })
  await store.end()
  const db = new Database(`${folder}/store.db`)
  const [category, item] = [newId(), newId()]
  db.prepare('insert into categories (id, name, created_at) values (?, ?, 1)').run(category, 'Things')
  db.prepare(
    `insert into items (id, category_id, name, months, price, logo_link, banner_link, features, search_text, created_at, updated_at)
     values (?, ?, 'Thing', 1, 1299, '/media/a.svg', '/media/b.svg', '[]', 'thing', 1, 1)`,
  ).run(item, category)
  const customers = addPeople(db, people, item)
  const colleagues = addPeople(db, staff, null)
  if (password !== undefined) db.prepare('update users set password_hash = ?').run(await hashPassword(password))
  db.close()
  return { item, customers, staff: colleagues }
}

function addPeople(db: Database.Database, count: number, item: string | null): Person[] {
  const user = db.prepare(
    "insert into users (id, email, password_hash, first_name, last_name, is_admin, created_at, updated_at) values (?, ?, 'none', 'Some', 'Body', ?, 1, 1)",
  )
  const session = db.prepare('insert into sessions (id, user_id, created_at, expires_at) values (?, ?, 1, ?)')
  const access = db.prepare('insert into access_tokens (hash, session_id, expires_at) values (?, ?, ?)')
  const line = db.prepare(
    'insert into cart_lines (id, user_id, item_id, count, price_when_added, created_at) values (?, ?, ?, 1, 1299, 1)',
  )
  const until = Date.now() + 48 * 3_600_000
  const people = Array.from({ length: count }, () => ({ id: newId(), token: newToken() }))
  db.transaction(() => {
    for (const { id, token } of people) {
      user.run(id, `${id}@example.com`, item === null ? 1 : 0)
      session.run(`s${id}`, id, until)
      access.run(hashToken(token), `s${id}`, until)
      if (item !== null) line.run(`c${id}`, id, item)
    }
  })()
  return people
}
