import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildItem, buildUser, fillCart, type Somebody } from '../../build.ts'
import { expectWhole, readRows } from '../money/invariants.ts'

let store: TestStore
let people: Somebody[]
beforeAll(async () => {
  store = await openTestStore()
  people = await Promise.all(Array.from({ length: 60 }, () => buildUser(store)))
  const item = await buildItem(store)
  for (const { token } of people) await store.call('POST', '/cart', { item: item.id }, { token })
}, 60_000)
afterAll(() => store.close())

const run = promisify(execFile)
const backUp = (target: string, folder = store.folder) =>
  run(process.execPath, ['scripts/backup.mjs', target], {
    env: { ...process.env, DATABASE_URL: `file:${folder}/store.db`, npm_lifecycle_event: '' },
  })

test('taken while the store is written, it opens whole, with all that was acknowledged before, and a new epoch', async () => {
  const acknowledged: string[] = []
  let stop = false
  const buying = (async () => {
    for (const who of people) {
      if (stop) return
      await fillCart(store, who)
      const { body } = await store.call('POST', '/checkout', { paymentMethod: 'bank' }, { token: who.token })
      acknowledged.push(body.data._id as string)
    }
  })()
  await until(() => acknowledged.length > 5)
  const before = [...acknowledged]
  const target = join(store.folder, 'copy', 'store.db')
  const { stdout } = await backUp(target)
  stop = true
  await buying
  expect(stdout).toMatch(/^Kept .*store\.db \(\d+ KB\) in .*: whole, with a new epoch\.$/m)
  expect(readdirSync(join(store.folder, 'copy'))).toEqual(['store.db'])

  const restored = await openTestStore({}, join(store.folder, 'copy'))
  const rows = await readRows(restored)
  expectWhole(rows, null)
  const ids = rows.orders.map(({ id }) => id)
  expect(before.filter((id) => !ids.includes(id))).toEqual([])
  expect(restored.store.positions.epoch).not.toBe(store.store.positions.epoch)
  // Who followed the first life is told to fetch again.
  const { told } = await restored.follow({ epoch: store.store.positions.epoch, since: { catalogue: 0 } })
  expect(told[0]!.data).toMatchObject({ streams: { catalogue: { mode: 'resync' } } })
  await restored.shut()
}, 60_000)

test('it overwrites nothing, and leaves nothing half', async () => {
  const target = join(store.folder, 'there.db')
  writeFileSync(target, 'mine')
  await expect(backUp(target)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('overwrites nothing') })
  await expect(backUp(join(store.folder, 'none.db'), join(store.folder, 'nowhere'))).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no database'),
  })
  expect(existsSync(join(store.folder, 'none.db'))).toBe(false)
  expect(readdirSync(store.folder).filter((name) => name.includes('unfinished'))).toEqual([])
  expect(await store.store.db.$count(orders)).toBeGreaterThan(0)
})
