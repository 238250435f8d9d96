import { expect, it } from 'vitest'
import { leases } from '../../../drizzle/schema.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import { productionSettings, startTestServer } from '../../app.ts'
import { buildUser } from '../../build.ts'
import { createPostgresDatabase } from '../../postgres.ts'

it('says why production rejects a database with demo accounts, and holds nothing of it', async () => {
  const { url, drop } = await createPostgresDatabase()
  const start = () => startTestServer({ ...productionSettings, DATABASE_URL: url })
  const server = await start()
  await buildUser(server, { email: 'mira@example.com' })
  await server.close()
  await expect(start()).rejects.toThrow('This database contains demo accounts.')
  const db = await openPostgres(url)
  expect(await db.$count(leases)).toBe(0)
  await db.close()
  await drop()
}, 60_000)
