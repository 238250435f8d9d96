import { expect, it } from 'vitest'
import { setNotes } from '../../../../client/orders/staff/notes-store.ts'
import type { OrderNote } from '../../../../shared/orders/staff-schema.ts'
import { afterEvents, stateWith } from '../../apply-events.ts'
import { at, buildEvent } from '../../build.ts'

const buildNote = (_id: string, ms: number): OrderNote => ({
  _id,
  order: 'o1',
  author: { _id: 'u9', firstName: 'Mira', lastName: 'Nair' },
  text: _id,
  createdAt: at + ms,
})

it('adds and removes notes of the loaded order only', () => {
  const loaded = stateWith((draft) => setNotes(draft, 'o1', [buildNote('n2', 2)]))
  const added = afterEvents(
    loaded,
    buildEvent('staff', 1, 'order.note', { note: buildNote('n1', 1) }),
    buildEvent('staff', 2, 'order.note', { note: { ...buildNote('n3', 3), order: 'o2' } }),
  )
  expect(added.staffOrders.notes.o1!.map(({ _id }) => _id)).toEqual(['n1', 'n2'])
  expect(added.staffOrders.notes.o2).toBeUndefined()
  const removed = afterEvents(added, buildEvent('staff', 3, 'order.note.removed', { _id: 'n1', order: 'o1' }))
  expect(removed.staffOrders.notes.o1!.map(({ _id }) => _id)).toEqual(['n2'])
})
