import Database from 'better-sqlite3'

/** What is wrong with the file of a store that is not running; empty when nothing is. */
export function findFaults(file: string): string[] {
  const db = new Database(file)
  const faults: string[] = []
  const none = (what: string, query: string) => {
    const rows = db.prepare(query).all()
    if (rows.length > 0) faults.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  const sound = db.pragma('integrity_check', { simple: true })
  if (sound !== 'ok') faults.push(`integrity_check: ${String(sound)}`)
  none('a reference to nothing', 'select * from pragma_foreign_key_check')
  none('an order without its lines', 'select id from orders where id not in (select order_id from order_lines)')
  none('an order without its history', 'select id from orders where id not in (select order_id from order_events)')
  none(
    'a total that is not its lines',
    `select id from orders o where total <> subtotal + fees - discount
     or subtotal <> (select sum(price * quantity) from order_lines l where l.order_id = o.id)`,
  )
  none(
    'an order of a cart that is still full',
    'select o.id from orders o join cart_lines c on c.user_id = o.user_id where o.user_id in (select user_id from orders group by user_id having count(*) = 1)',
  )
  none(
    'a stream with a gap',
    `select name, seq from streams s where name <> 'audit' and seq <> (select count(*) from stream_events e where e.stream = s.name)`,
  )
  none(
    'points that are not their ledger',
    'select id from users u where points <> (select coalesce(sum(points), 0) from points_entries p where p.user_id = u.id)',
  )
  db.close()
  return faults
}

/** The orders that there are, by customer. */
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
