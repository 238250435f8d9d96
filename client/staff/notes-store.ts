import type { OrderNote } from '../../shared/staff.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { upsert } from '../stream/lists.ts'
import type { StaffState } from './state.ts'

type Draft = { staff: Pick<StaffState, 'notes'> }

export const notesKey = (order: string) => `staff/notes/${order}`

export function setNotes({ staff }: Draft, order: string, notes: OrderNote[]) {
  staff.notes[order] = notes
}

/** Into the notes of its order, where those are known. */
export function setNote({ staff }: Draft, note: OrderNote) {
  const notes = staff.notes[note.order]
  if (notes) staff.notes[note.order] = upsert(notes, note, oldestFirst)
}

export function dropNote({ staff }: Draft, order: string, id: string) {
  const notes = staff.notes[order]
  if (notes) staff.notes[order] = notes.filter((note) => note._id !== id)
}

export function applyNotes(draft: Draft, event: StreamEvent) {
  if (event.type === 'order.note') setNote(draft, event.data.note)
  if (event.type === 'order.note.removed') dropNote(draft, event.data.order, event.data._id)
}

const oldestFirst = (a: OrderNote, b: OrderNote) => a.createdAt - b.createdAt || (a._id < b._id ? -1 : 1)
