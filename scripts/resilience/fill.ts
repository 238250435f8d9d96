import Database from 'better-sqlite3'
import { newId } from '../../drizzle/kit.ts'
import { hashToken, generateToken } from '../../server/auth/tokens.ts'
import { hashPassword } from '../../server/accounts/passwords.ts'
import { startServer } from './server-process.ts'

export type User = { id: string; token: string }
/** `password` is everyone's; without it, no user can log in. */
type Options = { staff?: number; password?: string }

/** Creates a database with an item, and `customerCount` customers who have it in their carts. */
export async function createDatabase(folder: string, customerCount: number, { staff = 0, password }: Options = {}) {
  const server = await startServer({ folder })
  await server.stop()
  const db = new Database(`${folder}/store.db`)
  const [category, item] = [newId(), newId()]
  db.prepare('insert into categories (id, name, created_at) values (?, ?, 1)').run(category, 'Things')
  db.prepare(
    `insert into items (id, category_id, name, months, price, logo_link, banner_link, features, search_text, created_at, updated_at)
     values (?, ?, 'Thing', 1, 1299, '/media/a.svg', '/media/b.svg', '[]', 'thing', 1, 1)`,
  ).run(item, category)
  const customers = addUsers(db, customerCount, item)
  const staffUsers = addUsers(db, staff, null)
  if (password !== undefined) db.prepare('update users set password_hash = ?').run(await hashPassword(password))
  db.close()
  return { item, customers, staff: staffUsers }
}

function addUsers(db: Database.Database, count: number, item: string | null): User[] {
  const user = db.prepare(
    "insert into users (id, email, password_hash, first_name, last_name, is_admin, created_at, updated_at) values (?, ?, 'none', 'Some', 'Body', ?, 1, 1)",
  )
  const session = db.prepare('insert into sessions (id, user_id, created_at, expires_at) values (?, ?, 1, ?)')
  const access = db.prepare('insert into access_tokens (hash, session_id, expires_at) values (?, ?, ?)')
  const line = db.prepare(
    'insert into cart_lines (id, user_id, item_id, count, price_when_added, created_at) values (?, ?, ?, 1, 1299, 1)',
  )
  const expiresAt = Date.now() + 48 * 3_600_000
  const added = Array.from({ length: count }, () => ({ id: newId(), token: generateToken() }))
  db.transaction(() => {
    for (const { id, token } of added) {
      user.run(id, `${id}@example.com`, item === null ? 1 : 0)
      session.run(`s${id}`, id, expiresAt)
      access.run(hashToken(token), `s${id}`, expiresAt)
      if (item !== null) line.run(`c${id}`, id, item)
    }
  })()
  return added
}
