import Database from 'better-sqlite3'

/** Checks the database of a stopped app. @returns a line per violated rule */
export function findInconsistencies(file: string): string[] {
  const db = new Database(file)
  const problems: string[] = []
  const expectNoRows = (problem: string, query: string) => {
    const rows = db.prepare(query).all()
    if (rows.length > 0) problems.push(`${problem}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  const integrity = db.pragma('integrity_check', { simple: true })
  if (integrity !== 'ok') problems.push(`integrity_check: ${String(integrity)}`)
  expectNoRows('a dangling reference', 'select * from pragma_foreign_key_check')
  expectNoRows('an order without lines', 'select id from orders where id not in (select order_id from order_lines)')
  expectNoRows('an order without history', 'select id from orders where id not in (select order_id from order_events)')
  expectNoRows(
    'an order whose total is not the sum of its lines',
    `select id from orders o where total <> subtotal + fees - discount
     or subtotal <> (select sum(price * quantity) from order_lines l where l.order_id = o.id)`,
  )
  expectNoRows(
    'an order whose cart was not emptied',
    'select o.id from orders o join cart_lines c on c.user_id = o.user_id where o.user_id in (select user_id from orders group by user_id having count(*) = 1)',
  )
  expectNoRows(
    'a stream with a gap',
    `select name, seq from streams s where name <> 'audit' and seq <> (select count(*) from stream_events e where e.stream = s.name)`,
  )
  expectNoRows(
    'points that are not the sum of the ledger',
    'select id from users u where points <> (select coalesce(sum(points), 0) from points_entries p where p.user_id = u.id)',
  )
  db.close()
  return problems
}

/** The ids of all orders, by customer. */
export function readOrders(file: string): Map<string, string[]> {
  const db = new Database(file, { readonly: true })
  const orders = new Map<string, string[]>()
  for (const { id, user } of db.prepare('select id, user_id as user from orders').all() as {
    id: string
    user: string
  }[]) {
    orders.set(user, [...(orders.get(user) ?? []), id])
  }
  db.close()
  return orders
}
