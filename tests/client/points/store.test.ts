import { produce } from 'immer'
import { expect, it } from 'vitest'
import { addPoints, setPoints } from '../../../client/points/store.ts'
import { setUser } from '../../../client/accounts/store.ts'
import { afterEvents, stateWith } from '../apply-events.ts'
import { at, buildEntry, buildEvent, buildUser } from '../build.ts'

it('merges an older page that overlaps with the loaded entries', () => {
  const entry = (number: number) => buildEntry({ _id: `p${number}`, createdAt: at - number })
  const loaded = stateWith((draft) =>
    setPoints(draft, { totalPoints: 5, entries: [entry(1), entry(2)], totalCount: 4 }),
  )
  const merged = produce(loaded, (draft) =>
    addPoints(draft, { totalPoints: 5, entries: [entry(2), entry(3), entry(4)], totalCount: 4 }),
  )
  expect(merged.points.entries!.map(({ _id }) => _id)).toEqual(['p1', 'p2', 'p3', 'p4'])
})

it('updates the ledger and the user’s total', () => {
  const loaded = stateWith((draft) => {
    setUser(draft, buildUser({ points: 12 }))
    setPoints(draft, { totalPoints: 12, entries: [buildEntry()], totalCount: 1 })
  })
  const entry = buildEntry({ _id: 'p2', createdAt: at + 1 })
  const { points, accounts } = afterEvents(loaded, buildEvent('user', 1, 'points.changed', { entry, totalPoints: 24 }))
  expect(points).toMatchObject({ total: 24, totalCount: 2, entries: [entry, buildEntry()] })
  expect(accounts.user!.points).toBe(24)
})
