import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadMorePoints, loadPoints } from '../../../client/points/actions.ts'
import { addEntry } from '../../../server/points/earn.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { openNetwork, openUser, stateOf } from '../device.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const addEntries = (userId: string, count: number) =>
  runMutation(server.app, async (ctx) => {
    for (let number = 1; number <= count; number++) {
      await addEntry(ctx, { userId, source: 'adjustment', amount: 0, points: 1, note: `Gift ${number}` })
    }
  })

it('loads 50 entries at a time, each once, although entries are added meanwhile', async () => {
  const { client, id } = await openUser(await openNetwork(server))
  await addEntries(id, 120)
  await loadPoints(client)
  const points = () => stateOf(client).points
  expect([points().entries!.length, points().totalCount, points().total]).toEqual([50, 120, 120])
  await addEntries(id, 3)
  await waitFor(() => points().total === 123)
  for (let page = 2; page <= 4; page++) await loadMorePoints(client)
  expect(points().entries!.map(({ _id }) => _id).length).toBe(123)
  expect(new Set(points().entries!.map(({ _id }) => _id)).size).toBe(123)
  const times = points().entries!.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})
