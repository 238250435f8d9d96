import { expect, it } from 'vitest'
import { openPostgres } from '../../../server/db/postgres.ts'
import { createPostgresDatabase } from '../../postgres.ts'
import { users } from '../../../drizzle/schema.ts'

it('migrates at the direct address, and serves at the other one', async () => {
  const [direct, served] = [await createPostgresDatabase(), await createPostgresDatabase()]
  const db = await openPostgres(served.url, { directUrl: direct.url })
  // Two databases stand for one behind a pooler: what serves hasn't been migrated.
  await expect(db.$count(users)).rejects.toMatchObject({ cause: { code: '42P01' } })
  await db.close()
  const migrated = await openPostgres(direct.url)
  expect(await migrated.$count(users)).toBe(0)
  await migrated.close()
  for (const database of [direct, served]) await database.drop()
}, 60_000)
