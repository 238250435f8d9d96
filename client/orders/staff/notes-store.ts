import type { OrderNote } from '../../../shared/orders/staff-schema.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { upsert } from '../../stream/place-row.ts'
import type { StaffOrdersState } from './state.ts'

type Draft = { staffOrders: Pick<StaffOrdersState, 'notes'> }

export const notesKey = (order: string) => `staff/notes/${order}`

export function setNotes({ staffOrders }: Draft, order: string, notes: OrderNote[]) {
  staffOrders.notes[order] = notes
}

/** Adds or replaces a note, if the notes of its order were loaded. */
export function setNote({ staffOrders }: Draft, note: OrderNote) {
  const notes = staffOrders.notes[note.order]
  if (notes) staffOrders.notes[note.order] = upsert(notes, note, oldestFirst)
}

export function removeNote({ staffOrders }: Draft, order: string, id: string) {
  const notes = staffOrders.notes[order]
  if (notes) staffOrders.notes[order] = notes.filter((note) => note._id !== id)
}

export function applyNotes(draft: Draft, event: StreamEvent) {
  if (event.type === 'order.note') setNote(draft, event.data.note)
  if (event.type === 'order.note.removed') removeNote(draft, event.data.order, event.data._id)
}

const oldestFirst = (a: OrderNote, b: OrderNote) => a.createdAt - b.createdAt || (a._id < b._id ? -1 : 1)
