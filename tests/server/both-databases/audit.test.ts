import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '../../../drizzle/schema.ts'
import { fillAuditSearchText } from '../../../server/audit/fill-search-text.ts'
import { listAudit } from '../../../server/audit/list-audit.ts'
import { verifyAudit } from '../../../server/audit/verify-audit.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, { firstName: 'Øystein', lastName: 'Ås' })
  mira = await buildStaff(server)
  await buildVerifiedOrder(server, ada, mira)
  const { token } = mira
  const correction = { points: 5, reason: 'For the wait, 100%' }
  await server.call('POST', `/admin/customers/${ada.id}/points`, correction, { token })
}, openTimeoutMs)
afterAll(() => server.close())

const find = async (filter: Parameters<typeof listAudit>[1]) =>
  (await listAudit(server.app.db, filter)).data.map(({ action }) => action)

it('finds entries by text, actor, subject and day', async () => {
  expect(await find({ q: 'ØYSTEIN ås' })).toEqual(['customer.correct-points'])
  expect(await find({ q: '100%' })).toEqual(['customer.correct-points'])
  expect(await find({ q: '100_' })).toEqual([])
  expect(await find({ actor: mira.id, subject: 'order' })).toEqual(['order.verify'])
  expect(await find({ actor: mira.id, action: 'order.reject' })).toEqual([])
  const [first] = await server.app.db.select().from(audit).orderBy(asc(audit.seq)).limit(1)
  const at = first!.at.getTime()
  expect(await find({ from: at - 1000, to: at + 1, q: 'verified' })).toEqual(['order.verify'])
  expect(await find({ to: at })).toEqual([])
  expect(await find({ from: at + 3_600_000 })).toEqual([])
  const { actors } = await listAudit(server.app.db, {})
  expect(actors.map(({ _id }) => _id)).toEqual([mira.id])
})

it('fills the search text of older entries, without touching the hash chain', async () => {
  const { db } = server.app
  const read = () => db.select().from(audit).orderBy(asc(audit.seq))
  const rows = await read()
  await db.update(audit).set({ searchText: '' })
  await db.update(audit).set({ searchText: 'as it is' }).where(eq(audit.seq, 1))
  await fillAuditSearchText(db)
  expect(await read()).toEqual([{ ...rows[0]!, searchText: 'as it is' }, ...rows.slice(1)])
  expect(await verifyAudit(db)).toEqual({ rows: rows.length, broken: null })
})
