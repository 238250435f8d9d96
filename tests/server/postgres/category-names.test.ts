import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, type TestUser } from '../../build.ts'
import { createPostgresDatabase } from '../../postgres.ts'

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let server: TestServer
let mira: TestUser
beforeAll(async () => {
  database = await createPostgresDatabase()
  server = await startTestServer({ DATABASE_URL: database.url })
  mira = await buildStaff(server)
}, 60_000)
afterAll(async () => {
  await server.close()
  await database.drop()
})

it('creates one of several categories whose names differ in case, at the same time', async () => {
  for (let round = 0; round < 8; round++) {
    const names = [`Games ${round}`, `GAMES ${round}`, `games ${round}`, `GaMeS ${round}`]
    const responses = await Promise.all(
      names.map((name) => server.call('POST', '/admin/categories', { name }, { token: mira.token })),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  }
}, 60_000)
