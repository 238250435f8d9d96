import type pg from 'pg'
import { customerSearchText } from '../../server/accounts/search-columns.ts'
import { generateToken, hashToken } from '../../server/auth/tokens.ts'

export type BenchUser = { id: string; token: string }

/** Adds customers to a Postgres database, as `addUsers` does on SQLite: each with a session and, in the cart, two items. */
export async function addUsersToPostgres(client: pg.Client, count: number): Promise<BenchUser[]> {
  const users = Array.from({ length: count }, (_, i) => ({ id: `bench${i}`, token: generateToken() }))
  const hashes = users.map(({ token }) => hashToken(token))
  const searchTexts = users.map(({ id }) =>
    customerSearchText({ firstName: 'Bench', lastName: 'Mark', email: `${id}@example.com` }),
  )
  const added = `unnest($1::text[], $2::text[]) as added (id, value)`
  const ids = users.map(({ id }) => id)
  await client.query(
    `insert into users (id, email, password_hash, first_name, last_name, search_text, is_admin, created_at, updated_at)
     select id, id || '@example.com', 'none', 'Bench', 'Mark', value, false, now(), now() from ${added}`,
    [ids, searchTexts],
  )
  await client.query(
    `insert into sessions (id, user_id, created_at, expires_at)
     select 'session' || id, id, now(), now() + interval '1 hour' from ${added}`,
    [ids, hashes],
  )
  await client.query(
    `insert into access_tokens (hash, session_id, expires_at)
     select value, 'session' || id, now() + interval '1 hour' from ${added}`,
    [ids, hashes],
  )
  await client.query(
    `insert into cart_lines (id, user_id, item_id, count, price_when_added, created_at)
     select added.id || items.id, added.id, items.id, 1, items.price, now()
     from ${added}, (select id, price from items order by id limit 2) as items`,
    [ids, hashes],
  )
  // As if the two events of filling the cart had been pruned.
  await client.query(`insert into streams (name, seq, oldest) select 'user:' || id, 2, 3 from ${added}`, [ids, hashes])
  await client.query('vacuum analyze')
  return users
}
