import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { audit, streams } from '../../../drizzle/schema.ts'
import { checkAudit } from '../../../server/activity/check-audit.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

type Entry = { seq: number; action: string; subjectId: string; actor: { _id: string }; before: unknown; after: unknown }

let store: TestStore
let [ada, mira, ishara] = [] as unknown as [Somebody, Somebody, Somebody]
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
  ishara = await buildStaff(store)
})
afterAll(() => store.close())

const list = (query = '', who: Somebody = mira) =>
  store.call<Entry[]>('GET', `/admin/audit${query}`, undefined, { token: who.token })
const numbers = async (query: string) => (await list(query)).body.data.map(({ seq }) => seq)

test('it is read newest first, by subject, person and action, and grows while one watches', async () => {
  const { _id } = await buildVerifiedOrder(store, ada, mira)
  await store.call('PATCH', `/admin/orders/${_id}/complete`, { delivery: 'The key is 7' }, { token: ishara.token })
  const desk = await store.follow({ token: ishara.token })
  await store.call(
    'POST',
    `/admin/customers/${ada.id}/points`,
    { points: 5, reason: 'For the wait' },
    { token: mira.token },
  )
  const { body } = await list()
  expect(body.data).toMatchObject([
    { seq: 3, action: 'customer.correct-points', actor: { _id: mira.id }, after: { reason: 'For the wait' } },
    { seq: 2, action: 'order.complete', actor: { _id: ishara.id } },
    { seq: 1, action: 'order.verify', subjectId: _id, before: { paymentStatus: 'paid' } },
  ])
  expect((body as unknown as { actors: unknown[] }).actors).toHaveLength(2)
  expect(JSON.stringify(body)).not.toContain('The key is 7')
  const event = await until(() => desk.events().find(({ type }) => type === 'audit.added'))
  expect(event.data.entry).toEqual(body.data[0])
  expect(await numbers('?subject=order')).toEqual([2, 1])
  expect(await numbers(`?actor=${ishara.id}`)).toEqual([2])
  expect(await numbers('?action=order.verify')).toEqual([1])
  expect(await numbers(`?subject=customer&subjectId=${ada.id}`)).toEqual([3])
  const first = await list('?limit=2')
  expect(await numbers(`?limit=2&cursor=${first.body.nextCursor}`)).toEqual([1])
})

test('customers read nothing of it, and are told nothing', async () => {
  const hers = await store.follow({ token: ada.token })
  expect((await list('', ada)).status).toBe(403)
  const { _id } = await buildPaidOrder(store, ada)
  await store.call('PATCH', `/admin/orders/${_id}/reject`, { reason: 'Nothing came' }, { token: mira.token })
  await until(() => hers.heard().includes('order.changed rejected'))
  expect(hers.heard()).not.toContain('audit.added')
})

test('a chain that was not touched holds', async () => {
  expect(await checkAudit(store.store.db)).toEqual({ rows: 4, broken: null })
})

test('what was changed, cut out, put in or cut off is found at its first row', async () => {
  const { db } = store.store
  const rows = await db.select().from(audit)
  const restore = async () => {
    await db.delete(audit)
    await db.insert(audit).values(rows)
  }
  const broken = async () => {
    const found = (await checkAudit(db)).broken
    await restore()
    return found
  }
  await db
    .update(audit)
    .set({ after: { paymentStatus: 'failed' } })
    .where(eq(audit.seq, 2))
  expect(await broken()).toEqual({ seq: 2, why: 'is not as it was written' })
  await db.update(audit).set({ actorId: ada.id }).where(eq(audit.seq, 1))
  expect(await broken()).toEqual({ seq: 1, why: 'is not as it was written' })
  await db.delete(audit).where(eq(audit.seq, 3))
  expect(await broken()).toEqual({ seq: 3, why: 'is missing' })
  await db.delete(audit).where(eq(audit.seq, 4))
  expect(await broken()).toEqual({ seq: 4, why: 'is missing' })
  await db
    .update(audit)
    .set({ hash: 'f'.repeat(64) })
    .where(eq(audit.seq, 2))
  expect(await broken()).toEqual({ seq: 2, why: 'is not as it was written' })
  await db.update(audit).set({ previousHash: '' }).where(eq(audit.seq, 3))
  expect(await broken()).toEqual({ seq: 3, why: 'does not carry the hash of the row before' })
  expect((await checkAudit(db)).broken).toBeNull()
  expect((await db.select().from(streams).where(eq(streams.name, 'audit')))[0]!.seq).toBe(4)
})

test.runIf(dialect === 'sqlite')(
  'npm run audit says it in one sentence, and fails where it is broken',
  async () => {
    const run = () =>
      promisify(execFile)(process.execPath, ['scripts/audit.mjs'], {
        env: { ...process.env, DATABASE_URL: `file:${store.folder}/store.db` },
      })
    expect((await run()).stdout).toBe('The audit log holds: 4 rows, unbroken.\n')
    await store.store.db.update(audit).set({ action: 'order.refund' }).where(eq(audit.seq, 2))
    const failed = await run().catch((error: unknown) => error as { code: number; stderr: string })
    expect(failed).toMatchObject({
      code: 1,
      stderr: 'The audit log is broken: row 2 is not as it was written. The 1 before it hold.\n',
    })
  },
  30_000,
)
