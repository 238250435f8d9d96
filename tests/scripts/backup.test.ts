import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../app.ts'
import { buildItem, buildUser, fillCart, type TestUser } from '../build.ts'
import { expectInvariants, readRows } from '../server/invariants/invariants.ts'

let server: TestServer
let customers: TestUser[]
beforeAll(async () => {
  server = await startTestServer()
  customers = await Promise.all(Array.from({ length: 60 }, () => buildUser(server)))
  const item = await buildItem(server)
  for (const { token } of customers) await server.call('POST', '/cart', { item: item.id }, { token })
}, 60_000)
afterAll(() => server.close())

const run = promisify(execFile)
const backUp = (target: string, folder = server.folder) =>
  run(process.execPath, ['scripts/backup.mjs', target], {
    env: { ...process.env, DATABASE_URL: `file:${folder}/store.db`, npm_lifecycle_event: '' },
  })

it('copies a database that is being written, with every acknowledged order and a new epoch', async () => {
  const acknowledged: string[] = []
  let stop = false
  const checkouts = (async () => {
    for (const customer of customers) {
      if (stop) return
      await fillCart(server, customer)
      const { body } = await server.call('POST', '/checkout', { paymentMethod: 'bank' }, { token: customer.token })
      acknowledged.push(body.data._id as string)
    }
  })()
  await waitFor(() => acknowledged.length > 5)
  const acknowledgedBefore = [...acknowledged]
  const target = join(server.folder, 'copy', 'store.db')
  const { stdout } = await backUp(target)
  stop = true
  await checkouts
  expect(stdout).toMatch(/^Backed up to .*store\.db \(\d+ KB\) in .*, with a new epoch\.$/m)
  expect(readdirSync(join(server.folder, 'copy'))).toEqual(['store.db'])

  const restored = await startTestServer({}, join(server.folder, 'copy'))
  const rows = await readRows(restored)
  expectInvariants(rows, null)
  const ids = rows.orders.map(({ id }) => id)
  expect(acknowledgedBefore.filter((id) => !ids.includes(id))).toEqual([])
  expect(restored.app.streamHeads.epoch).not.toBe(server.app.streamHeads.epoch)
  // A client of the original has to fetch everything again.
  const { received } = await restored.connect({ epoch: server.app.streamHeads.epoch, since: { catalogue: 0 } })
  expect(received[0]!.data).toMatchObject({ streams: { catalogue: { mode: 'resync' } } })
  await restored.stop()
}, 60_000)

it('overwrites no file, and leaves no partial copy behind', async () => {
  const target = join(server.folder, 'there.db')
  writeFileSync(target, 'mine')
  await expect(backUp(target)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('never overwrites') })
  await expect(backUp(join(server.folder, 'none.db'), join(server.folder, 'nowhere'))).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no database'),
  })
  expect(existsSync(join(server.folder, 'none.db'))).toBe(false)
  expect(readdirSync(server.folder).filter((name) => name.includes('unfinished'))).toEqual([])
  expect(await server.app.db.$count(orders)).toBeGreaterThan(0)
})
