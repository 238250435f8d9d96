import type { SupportMessage, SupportNote } from '../../shared/support.ts'
import type { Pending } from './kept.ts'

/** What a thread shows, from the oldest: `first` begins a group of one sender. */
export type Entry =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'message'; key: string; message: SupportMessage; first: boolean }
  | { kind: 'note'; key: string; note: SupportNote }
  | { kind: 'pending'; key: string; pending: Pending; first: boolean }

/** Of one sender, and no further apart than this, messages are one group. */
const together = 5 * 60_000

type Given = { messages: SupportMessage[]; notes: SupportNote[]; pending: Pending[]; me: string }

/** Messages with the notes between them, days above, and last what was not acknowledged yet. */
export function entriesOf({ messages, notes, pending, me }: Given): Entry[] {
  const entries: Entry[] = []
  let day = ''
  let before: { sender: string; at: number } | null = null

  const begin = (at: number) => {
    const today = new Date(at).toDateString()
    if (today === day) return
    day = today
    before = null
    entries.push({ kind: 'day', key: `day ${today}`, at })
  }
  const joins = (sender: string, at: number) => before !== null && before.sender === sender && at - before.at < together

  for (const row of merged(messages, notes)) {
    if ('note' in row) {
      begin(row.note.createdAt)
      before = null
      entries.push({ kind: 'note', key: row.note._id, note: row.note })
      continue
    }
    const { message } = row
    const isJoined = joins(message.sender._id, message.createdAt) && sameDay(day, message.createdAt)
    begin(message.createdAt)
    entries.push({ kind: 'message', key: message._id, message, first: !isJoined })
    before = { sender: message.sender._id, at: message.createdAt }
  }
  for (const one of pending) {
    const isJoined = joins(me, one.at)
    entries.push({ kind: 'pending', key: one.clientId, pending: one, first: !isJoined })
    before = { sender: me, at: one.at }
  }
  return entries
}

const sameDay = (day: string, at: number) => new Date(at).toDateString() === day

type Row = { message: SupportMessage } | { note: SupportNote }

/** Both come in their own order; a note stands behind what was said before it. */
function merged(messages: SupportMessage[], notes: SupportNote[]): Row[] {
  if (notes.length === 0) return messages.map((message) => ({ message }))
  const rows: Row[] = []
  let at = 0
  for (const message of messages) {
    while (at < notes.length && notes[at]!.createdAt < message.createdAt) rows.push({ note: notes[at++]! })
    rows.push({ message })
  }
  return [...rows, ...notes.slice(at).map((note) => ({ note }))]
}
