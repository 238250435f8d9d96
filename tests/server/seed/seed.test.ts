import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableName, is, Table } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { buildCatalogue } from '../../../scripts/seed/catalogue.ts'
import { seedWhenEmpty } from '../../../scripts/seed/seed.ts'
import type { Db } from '../../../server/db/transactions.ts'
import demoAccounts from '../../../server/config/demo-accounts.json' with { type: 'json' }
import { openTestStore } from '../../app.ts'
import { buildUser } from '../../build.ts'
import { openTestDatabase } from '../../database.ts'

const slow = 120_000
/** What differs by nature: salted hashes, notes sealed anew, and what the database dates by itself. */
const byNature: Record<string, string[]> = {
  users: ['passwordHash'],
  orders: ['deliveryNote'],
  categories: ['createdAt'],
  pictures: ['createdAt'],
  coupons: ['createdAt'],
  coupon_redemptions: ['createdAt'],
  referral_codes: ['createdAt'],
}

async function everyRow(db: Db) {
  const tables = Object.values(schema).filter((one) => is(one, Table)) as (typeof schema.users)[]
  const told: Record<string, string[]> = {}
  for (const table of tables) {
    const name = getTableName(table)
    const rows = (await db.select().from(table)) as Record<string, unknown>[]
    told[name] = rows
      .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !byNature[name]?.includes(column))))
      .toSorted()
  }
  return told
}

test(
  'the catalogue is the same, to the byte, each time it is made',
  () => {
    expect(JSON.stringify(buildCatalogue())).toBe(JSON.stringify(buildCatalogue()))
  },
  slow,
)

test(
  'two stores seeded at the same moment are the same, whenever that was; and a second seeding does nothing',
  async () => {
    const store = await openTestStore()
    const moment = Date.UTC(2026, 0, 15, 12)
    const [one, other] = [await openTestDatabase(), await openTestDatabase()]
    await seedWhenEmpty(one, store.env, moment)
    await seedWhenEmpty(other, store.env, moment)
    const first = await everyRow(one)
    expect(first.items!.length).toBeGreaterThanOrEqual(200)
    expect(await everyRow(other)).toEqual(first)

    // As fresh then as any other is on its first day.
    const unread = (await one.select().from(schema.notifications)).filter((row) => !row.read)
    expect(unread.length).toBeGreaterThan(0)
    expect(unread.every((row) => moment - row.createdAt.getTime() <= 24 * 3_600_000)).toBe(true)

    await seedWhenEmpty(one, store.env)
    expect(await everyRow(one)).toEqual(first)
    await one.close()
    await other.close()
    await store.close()
  },
  slow,
)

test(
  'a store that holds anybody is left as it is',
  async () => {
    const empty = await openTestStore()
    await buildUser(empty)
    await empty.shut()
    const again = await openTestStore({ SEED: 'demo' }, empty.folder)
    expect(await again.store.db.$count(schema.items)).toBe(0)
    expect(await again.store.db.$count(schema.users)).toBe(1)
    await again.close()
  },
  slow,
)

test(
  'a live store starts with nothing',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kade-accounts-'))
    const file = join(folder, 'accounts.json')
    writeFileSync(file, JSON.stringify(demoAccounts))
    const live = {
      STORE_MODE: 'live',
      SEED: '',
      CAPTCHA_PROVIDER: 'altcha',
      RATE_LIMITS: 'on',
      TRANSFER_ACCOUNTS: file,
      SMTP_URL: 'smtp://localhost',
    }
    const store = await openTestStore(live)
    const rows = Object.entries(await everyRow(store.store.db)).filter(([, some]) => some.length > 0)
    expect(rows.map(([table]) => table)).toEqual(['epochs'])
    expect(await store.call('GET', '/items')).toMatchObject({ status: 200, body: { data: [], totalCount: 0 } })
    expect(await store.call('GET', '/config')).toMatchObject({ body: { demo: false } })
    await store.close()
    rmSync(folder, { recursive: true })
  },
  slow,
)
