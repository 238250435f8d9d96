import { afterAll, beforeAll, expect, it } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { lastBackup } from '../../../drizzle/schema.ts'
import { report } from '../../../server/reports.ts'
import type { System } from '../../../shared/staff/system-schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterAll(() => server.close())

const readSystem = async (token: string) => server.call<System>('GET', '/admin/system', undefined, { token })

it('shows staff this process, its jobs and the last backup', async () => {
  const before = Date.now()
  report('job', { job: 'prune', failed: false, seconds: 2 })
  report('job', { job: 'prune', failed: true, seconds: 1 })
  await server.app.db.insert(lastBackup).values({ id: 1, at: new Date('2030-01-02T03:04:05Z'), kilobytes: 12 })
  const { body } = await readSystem(mira.token)
  expect(body.data.processes[0]!.jobs[0]!.lastAt).toBeGreaterThanOrEqual(before)
  expect(body.data).toMatchObject({
    database: dialect,
    processes: [
      { id: server.app.nodeId, redis: 'none', jobs: [{ name: 'prune', lastMs: 1000, slowestMs: 2000, failed: true }] },
    ],
    emails: { failed: 0 },
    backup: { at: '2030-01-02T03:04:05.000Z', kilobytes: 12 },
    alarms: [{ kind: 'job', text: expect.stringContaining('The job prune failed') }],
  })
})

it('is closed to customers', async () => expect((await readSystem(ada.token)).status).toBe(403))

it('sends every refresh to staff, and nothing to a customer', async () => {
  const [staff, customer] = [await server.connect({ token: mira.token }), await server.connect({ token: ada.token })]
  await waitFor(() => staff.payloads('welcome').length > 0 && customer.payloads('welcome').length > 0)
  await server.app.system.refresh()
  const [sent] = await waitFor(() => staff.payloads('system').length > 0 && staff.payloads('system'))
  expect(sent).toMatchObject({ processes: [{ sockets: 2 }] })
  expect(customer.payloads('system')).toEqual([])
})
