import type { SupportMessage } from '../../shared/support/schema.ts'
import type { SupportNote } from '../../shared/support/staff-schema.ts'
import type { PendingMessage } from './local-drafts.ts'

/** A row of a thread; `first` starts a group of messages by one sender. */
export type ThreadEntry =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'message'; key: string; message: SupportMessage; first: boolean }
  | { kind: 'note'; key: string; note: SupportNote }
  | { kind: 'pending'; key: string; pending: PendingMessage; first: boolean }

/** Messages of one sender within this time form a group. */
const groupWindowMs = 5 * 60_000

type Input = { messages: SupportMessage[]; notes: SupportNote[]; pending: PendingMessage[]; me: string }

/** Returns messages and notes by time, with a row for each new day, then the pending messages. */
export function threadEntries({ messages, notes, pending, me }: Input): ThreadEntry[] {
  const entries: ThreadEntry[] = []
  let day = ''
  let previous: { sender: string; at: number } | null = null

  const startDay = (at: number) => {
    const today = new Date(at).toDateString()
    if (today === day) return
    day = today
    previous = null
    entries.push({ kind: 'day', key: `day ${today}`, at })
  }
  const joinsGroup = (sender: string, at: number) =>
    previous !== null && previous.sender === sender && at - previous.at < groupWindowMs

  for (const row of mergeByTime(messages, notes)) {
    if ('note' in row) {
      startDay(row.note.createdAt)
      previous = null
      entries.push({ kind: 'note', key: row.note._id, note: row.note })
      continue
    }
    const { message } = row
    startDay(message.createdAt)
    const first = !joinsGroup(message.sender._id, message.createdAt)
    entries.push({ kind: 'message', key: message._id, message, first })
    previous = { sender: message.sender._id, at: message.createdAt }
  }
  for (const one of pending) {
    const first = !joinsGroup(me, one.createdAt)
    entries.push({ kind: 'pending', key: one.clientId, pending: one, first })
    previous = { sender: me, at: one.createdAt }
  }
  return entries
}

type Row = { message: SupportMessage } | { note: SupportNote }

/** Both are sorted; a note comes after the messages of the same millisecond. */
function mergeByTime(messages: SupportMessage[], notes: SupportNote[]): Row[] {
  if (notes.length === 0) return messages.map((message) => ({ message }))
  const rows: Row[] = []
  let next = 0
  for (const message of messages) {
    while (next < notes.length && notes[next]!.createdAt < message.createdAt) rows.push({ note: notes[next++]! })
    rows.push({ message })
  }
  return [...rows, ...notes.slice(next).map((note) => ({ note }))]
}
