import { orderNoteRoutes as routes } from '../../../shared/orders/staff-routes.ts'
import type { ActionContext } from '../../action-context.ts'
import { notesKey, removeNote, setNote, setNotes } from './notes-store.ts'

const streams = ['staff' as const]

export const loadNotes = (context: ActionContext, order: string, signal?: AbortSignal) =>
  context.load(
    routes.orderNotes,
    { id: order },
    { snapshotKey: notesKey(order), streams, signal, write: (draft, { data }) => setNotes(draft, order, data) },
  )

export const addNote = (context: ActionContext, order: string, text: string) =>
  context.idempotently(`note ${order} ${text}`, (key) =>
    context.send(
      routes.addOrderNote,
      { id: order, text },
      { snapshotKey: notesKey(order), streams, key, write: (draft, { data }) => setNote(draft, data) },
    ),
  )

export const deleteNote = (context: ActionContext, order: string, noteId: string) =>
  context.send(
    routes.deleteOrderNote,
    { id: order, noteId },
    { snapshotKey: notesKey(order), streams, write: (draft) => removeNote(draft, order, noteId) },
  )
