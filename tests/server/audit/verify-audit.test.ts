import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { audit, streams } from '../../../drizzle/schema.ts'
import { verifyAudit } from '../../../server/audit/verify-audit.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  const mira = await buildStaff(server)
  const order = await buildVerifiedOrder(server, ada, mira)
  const { token } = mira
  await server.call('PATCH', `/admin/orders/${order._id}/complete`, { delivery: 'The key is 7' }, { token })
  const correction = { points: 5, reason: 'For the wait' }
  await server.call('POST', `/admin/customers/${ada.id}/points`, correction, { token })
  await server.call('POST', `/admin/support/${ada.id}/notes`, { text: 'Patient' }, { token })
})
afterAll(() => server.close())

it('accepts an intact chain', async () => {
  expect(await verifyAudit(server.app.db)).toEqual({ rows: 4, broken: null })
})

it('finds the first row that was changed, deleted, inserted or truncated', async () => {
  const { db } = server.app
  const rows = await db.select().from(audit)
  const restore = async () => {
    await db.delete(audit)
    await db.insert(audit).values(rows)
  }
  const findBroken = async () => {
    const { broken } = await verifyAudit(db)
    await restore()
    return broken
  }
  await db
    .update(audit)
    .set({ after: { paymentStatus: 'failed' } })
    .where(eq(audit.seq, 2))
  expect(await findBroken()).toEqual({ seq: 2, why: 'was changed' })
  await db.update(audit).set({ actorId: ada.id }).where(eq(audit.seq, 1))
  expect(await findBroken()).toEqual({ seq: 1, why: 'was changed' })
  await db.delete(audit).where(eq(audit.seq, 3))
  expect(await findBroken()).toEqual({ seq: 3, why: 'is missing' })
  await db.delete(audit).where(eq(audit.seq, 4))
  expect(await findBroken()).toEqual({ seq: 4, why: 'is missing' })
  await db
    .update(audit)
    .set({ hash: 'f'.repeat(64) })
    .where(eq(audit.seq, 2))
  expect(await findBroken()).toEqual({ seq: 2, why: 'was changed' })
  await db.update(audit).set({ previousHash: '' }).where(eq(audit.seq, 3))
  expect(await findBroken()).toEqual({ seq: 3, why: 'does not carry the hash of the previous row' })
  expect((await verifyAudit(db)).broken).toBeNull()
  expect((await db.select().from(streams).where(eq(streams.name, 'audit')))[0]!.seq).toBe(4)
})

it.runIf(dialect === 'sqlite')(
  'reports the result on the command line and exits with 1 when the chain is broken',
  async () => {
    const run = () =>
      promisify(execFile)(process.execPath, ['scripts/audit.mjs'], {
        env: { ...process.env, DATABASE_URL: `file:${server.folder}/store.db` },
      })
    expect((await run()).stdout).toBe('The audit log is intact (4 rows).\n')
    await server.app.db.update(audit).set({ action: 'order.refund' }).where(eq(audit.seq, 2))
    const failed = await run().catch((error: unknown) => error as { code: number; stderr: string })
    expect(failed).toMatchObject({
      code: 1,
      stderr: 'The audit log is broken: row 2 was changed. Intact before it: 1 row.\n',
    })
  },
  30_000,
)
