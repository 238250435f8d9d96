import { cpSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { findInconsistencies } from './check-database.ts'
import { createDatabase, type User } from './fill.ts'
import { createTemporaryFolder, inParallel, type ServerProcess, startServer } from './server-process.ts'

const rounds = 10
const count = 100

/**
 * `kill -9` while a bank statement is applied: each line is applied entirely or not at all, and repeating the call under
 * its key applies the rest, and nothing twice.
 */
export async function killWhileApplying() {
  const template = createTemporaryFolder()
  const { customers, staff } = await createDatabase(template, count, { staff: 1 })
  const prepared = await prepareStatement(template, customers, staff[0]!)
  const problems: string[] = []
  let [applied, interrupted] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const folder = createTemporaryFolder()
    cpSync(template, folder, { recursive: true })
    const killAfter = 1 + Math.floor((round * (count - 10)) / rounds)
    const answered = await applyUntilKilled(folder, prepared, killAfter)
    if (!answered) interrupted += 1
    const file = `${folder}/store.db`
    applied += countPayments(file)
    problems.push(...findInconsistencies(file), ...findWrongPayments(file))

    const server = await startServer({ folder })
    const { status, text } = await apply(server, prepared)
    const results = (JSON.parse(text) as { data: { result: string }[] }).data.map(({ result }) => result)
    if (status !== 200 || results.some((result) => result !== 'verified')) problems.push(`${status}: ${results.join()}`)
    await apply(server, prepared)
    await server.stop()
    problems.push(...findInconsistencies(file), ...findWrongPayments(file))
    if (countPayments(file) !== count) problems.push(`${countPayments(file)} payments instead of ${count}`)
    rmSync(folder, { recursive: true, force: true })
  }
  rmSync(template, { recursive: true, force: true })
  return {
    ok: problems.length === 0 && interrupted > 0,
    figures: `${rounds} kills while ${count} lines were applied: ${interrupted} interrupted, with ${applied} of ${rounds * count} lines applied by then, each entirely; the same call again applied the rest; ${problems.length} problems`,
    problems,
  }
}

type Prepared = { token: string; statement: string; lines: string[] }

/** Orders that await verification, and a statement that pays them all. */
async function prepareStatement(folder: string, customers: User[], { token }: User): Promise<Prepared> {
  const server = await startServer({ folder })
  const rows = ['Date,Description,Amount']
  await inParallel(customers, 8, async (customer) => {
    const placed = await server.call('POST', '/checkout', { token: customer.token, body: { paymentMethod: 'bank' } })
    const { _id } = (JSON.parse(placed.text) as { data: { _id: string } }).data
    const path = `/checkout/${_id}/mark-paid`
    const paid = await server.call('PATCH', path, { token: customer.token, body: { paymentMethod: 'bank' } })
    const { reference, request } = (JSON.parse(paid.text) as { data: Paid }).data
    rows.push(`2026-11-21,CEFT ${reference},${request.amount}`)
  })
  const form = new FormData()
  form.set('file', new File([rows.join('\n')], 'statement.csv'))
  const address = `http://127.0.0.1:${server.port}/api/admin/statements`
  const uploaded = await fetch(address, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
  const { data } = (await uploaded.json()) as { data: { _id: string } }
  const ofFile = `/admin/statements/${data._id}/lines?state=sure&limit=100`
  const { text } = await server.call('GET', ofFile, { token })
  await server.stop()
  return {
    token,
    statement: data._id,
    lines: (JSON.parse(text) as { data: { _id: string }[] }).data.map(({ _id }) => _id),
  }
}
type Paid = { reference: string; request: { amount: string } }

const apply = (server: ServerProcess, { token, statement, lines }: Prepared) =>
  server.call('POST', `/admin/statements/${statement}/apply`, { token, key: 'the same', body: { lines } })

/** @returns whether the call was answered before the kill */
async function applyUntilKilled(folder: string, prepared: Prepared, killAfter: number): Promise<boolean> {
  const server = await startServer({ folder })
  const answer = apply(server, prepared).then(
    () => true,
    () => false,
  )
  const db = new Database(`${folder}/store.db`, { readonly: true })
  const recorded = db.prepare('select count(*) as count from payments')
  while ((recorded.get() as { count: number }).count < killAfter) await new Promise(setImmediate)
  await server.stop('SIGKILL')
  db.close()
  return answer
}

function countPayments(file: string): number {
  const db = new Database(file)
  const { count: found } = db.prepare('select count(*) as count from payments').get() as { count: number }
  db.close()
  return found
}

/** A payment in the ledger, its order's verification and its line belong together. */
function findWrongPayments(file: string): string[] {
  const db = new Database(file)
  const rows = db
    .prepare(
      `select o.id, o.payment_status as status, o.received, o.total, count(p.id) as payments,
         (select count(*) from statement_lines l where l.order_id = o.id and l.state = 'applied') as lines,
         (select count(*) from order_events e where e.order_id = o.id and e.what = 'verified') as verifications
       from orders o left join payments p on p.order_id = o.id and p.state = 'final' group by o.id`,
    )
    .all() as {
    status: string
    received: number
    total: number
    payments: number
    lines: number
    verifications: number
  }[]
  db.close()
  return rows
    .filter(({ status, received, total, payments, lines, verifications }) =>
      status === 'verified'
        ? received !== total || payments !== 1 || lines !== 1 || verifications !== 1
        : received !== 0 || payments !== 0 || lines !== 0 || verifications !== 0,
    )
    .map((row) => JSON.stringify(row))
}
