import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq, isNull } from 'drizzle-orm'
import {
  accessTokens,
  idempotencyKeys,
  mailLinks,
  orders,
  recoveryCodes,
  refreshTokens,
  secondFactors,
  sessions,
  spentCaptchas,
} from '../../drizzle/schema.ts'
import { hashPassword } from '../../server/accounts/passwords.ts'
import { hashToken } from '../../server/auth/tokens.ts'
import { startTestServer, type TestServer, waitFor } from '../app.ts'
import { buildItem, buildStaff, buildUser, fillCart, type TestUser } from '../build.ts'
import { codeOf, tokenSentTo } from '../server/mail/emails.ts'
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

it('revives no session, link or code', async () => {
  const passwordHash = await hashPassword('demo1234')
  const mira = await buildStaff(server, { passwordHash })
  const body = { email: mira.email, password: 'demo1234' }
  const { token } = mira
  const { secret } = (await server.call<{ secret: string }>('POST', '/auth/second-factor', undefined, { token })).body
    .data
  const confirmation = { password: 'demo1234', code: codeOf(secret, -1) }
  const confirmed = await server.call<{ recoveryCodes: string[] }>(
    'POST',
    '/auth/second-factor/confirm',
    confirmation,
    {
      token,
    },
  )
  const [recoveryCode] = confirmed.body.data.recoveryCodes
  const login = await server.call('POST', '/auth/login', { ...body, code: codeOf(secret) })
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!
  await server.call('POST', '/auth/forgot-password', { email: mira.email })
  const resetToken = await tokenSentTo(server, mira.email, 'reset')
  const reset = { token: resetToken, password: 'a better one' }
  const currency = { currency: 'INR' }
  const idempotent = { token: login.body.token, key: 'once' }
  await server.call('POST', '/auth/change-currency', currency, idempotent)
  const rowsBefore = await server.app.db.$count(sessions, isNull(sessions.endedAt))
  // Of the moment of the backup: the next code, which works, may be due before they are tried.
  const codes = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1), recoveryCode]

  const target = join(server.folder, 'revived', 'store.db')
  await backUp(target)
  expect(await server.app.db.$count(sessions, isNull(sessions.endedAt)), 'the original stays').toBe(rowsBefore)
  const restored = await startTestServer({}, join(server.folder, 'revived'))
  for (const access of [token, login.body.token]) {
    expect(await restored.call('GET', '/admin/orders', undefined, { token: access })).toMatchObject({ status: 401 })
  }
  expect(await restored.call('POST', '/auth/refresh', undefined, { cookie })).toMatchObject({ status: 401 })
  expect(await restored.call('POST', '/auth/reset-password', reset)).toMatchObject({ status: 422 })
  for (const code of codes) {
    expect(await restored.call('POST', '/auth/login', { ...body, code })).toMatchObject({ status: 401 })
  }
  // The next code works: password and second factor are those of the backup.
  const { db } = restored.app
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, mira.id))
  expect(factor!.lastStep).toBeLessThanOrEqual(Math.floor(Date.now() / 30_000) + 1)
  expect(factor!.lastStep).toBeGreaterThan(Math.floor(Date.now() / 30_000) - 2)
  for (const table of [accessTokens, refreshTokens, mailLinks, recoveryCodes, spentCaptchas, idempotencyKeys]) {
    expect(await db.$count(table)).toBe(0)
  }
  expect(await db.$count(sessions, isNull(sessions.endedAt))).toBe(0)
  // Nor are deleted hashes left in free pages of the file.
  expect(readFileSync(target).includes(hashToken(resetToken))).toBe(false)
  await restored.stop()
}, 60_000)
