import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadOlderPoints, loadPoints } from '../../client/points/actions.ts'
import { addEntry } from '../../server/points/earn.ts'
import { change } from '../../server/stream/change.ts'
import { openTestStore, type TestStore, until } from '../app.ts'
import { openNetwork, openSomebody, stateOf } from './device.ts'

let store: TestStore
beforeAll(async () => void (store = await openTestStore()))
afterAll(() => store.close())

const earn = (userId: string, count: number) =>
  change(store.store, async (making) => {
    for (let n = 1; n <= count; n++) {
      await addEntry(making, { userId, source: 'adjustment', amount: 0, points: 1, note: `Gift ${n}` })
    }
  })

test('50 at a time, with what is earned meanwhile, each once', async () => {
  const { client, id } = await openSomebody(await openNetwork(store))
  await earn(id, 120)
  await loadPoints(client)
  const points = () => stateOf(client).points
  expect([points().entries!.length, points().totalCount, points().total]).toEqual([50, 120, 120])
  await earn(id, 3)
  await until(() => points().total === 123)
  for (let more = 0; more < 3; more++) await loadOlderPoints(client)
  expect(points().entries!.map(({ _id }) => _id).length).toBe(123)
  expect(new Set(points().entries!.map(({ _id }) => _id)).size).toBe(123)
  const times = points().entries!.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})
