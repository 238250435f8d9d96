import Database from 'better-sqlite3'
import { customerSearchText } from '../../server/accounts/search-columns.ts'
import { hashToken, generateToken } from '../../server/auth/tokens.ts'

/** Adds users to the database of a stopped app: each with a session and, in the cart, two items. */
export function addUsers(file: string, count: number, { staff = false } = {}): { id: string; token: string }[] {
  const db = new Database(file)
  const [first, second] = db.prepare('select id, price from items order by id limit 2').all() as {
    id: string
    price: number
  }[]
  const user = db.prepare(
    "insert into users (id, email, password_hash, first_name, last_name, search_text, is_admin, created_at, updated_at) values (?, ?, 'none', 'Bench', 'Mark', ?, ?, 1, 1)",
  )
  const session = db.prepare('insert into sessions (id, user_id, created_at, expires_at) values (?, ?, 1, ?)')
  const token = db.prepare('insert into access_tokens (hash, session_id, expires_at) values (?, ?, ?)')
  const line = db.prepare(
    'insert into cart_lines (id, user_id, item_id, count, price_when_added, created_at) values (?, ?, ?, 1, ?, 1)',
  )
  // As if the two events of filling the cart had been pruned.
  const stream = db.prepare('insert into streams (name, seq, oldest) values (?, 2, 3)')
  const expiresAt = Date.now() + 3_600_000
  const added = Array.from({ length: count }, (_, i) => ({
    id: `bench${staff ? 'staff' : ''}${i}`,
    token: generateToken(),
  }))
  db.transaction(() => {
    for (const one of added) {
      const email = `${one.id}@example.com`
      const searchText = customerSearchText({ firstName: 'Bench', lastName: 'Mark', email })
      user.run(one.id, email, searchText, Number(staff))
      session.run(`session${one.id}`, one.id, expiresAt)
      token.run(hashToken(one.token), `session${one.id}`, expiresAt)
      stream.run(`user:${one.id}`)
      for (const item of [first!, second!]) line.run(`${one.id}${item.id}`, one.id, item.id, item.price)
    }
  })()
  db.close()
  return added
}
