import { produce } from 'immer'
import { describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../shared/stream.ts'
import type { Conversation, SavedReply, SupportMessage, SupportNote } from '../../shared/support.ts'
import { applyEvent, hearSignal } from '../../client/apply.ts'
import { initialState, type State } from '../../client/state.ts'
import { entriesOf } from '../../client/support/entries.ts'
import { addEarlier, inboxKey, setInbox, setThread } from '../../client/support/store.ts'
import { at, buildEvent, buildPage } from './build.ts'

const ada = { _id: 'u1', firstName: 'Ada', isAdmin: false }
const mira = { _id: 's1', firstName: 'Mira', isAdmin: true }

const buildMessage = (seq: number, given: Partial<SupportMessage> = {}): SupportMessage => ({
  _id: `m${seq}`,
  seq,
  message: `Message ${seq}`,
  sender: ada,
  item: null,
  order: null,
  read: false,
  createdAt: at + seq * 1000,
  clientId: null,
  ...given,
})
const buildNote = (given: Partial<SupportNote> = {}): SupportNote => ({
  _id: 'n1',
  userId: 'u1',
  text: 'Careful',
  author: { _id: 's1', firstName: 'Mira' },
  createdAt: at,
  ...given,
})
const buildConversation = (_id: string, given: Partial<Conversation> = {}): Conversation => ({
  _id,
  customer: { _id, firstName: 'Ada', lastName: 'Fernando', email: `${_id}@example.com` },
  status: 'open',
  assignee: null,
  waitingSince: at,
  lastMessage: { _id: 'm1', seq: 1, text: 'Hello', byStaff: false, name: 'Ada' },
  lastMessageAt: at,
  unread: 1,
  customerUnread: 0,
  createdAt: at,
  ...given,
})

const given = (change: (draft: State) => void) => produce(initialState(buildPage()), (draft) => void change(draft))

/** After the events; and after them once more, which has to change nothing. */
function after(state: State, ...events: StreamEvent[]): State {
  const apply = (from: State) =>
    events.reduce((before, event) => produce(before, (draft) => applyEvent(draft, event, () => true)), from)
  const once = apply(state)
  expect(apply(once)).toEqual(once)
  return once
}

const told = (seq: number, message: SupportMessage, stream: 'user' | 'staff' = 'user', unread = 0) =>
  buildEvent(stream, seq, 'support.message', { userId: 'u1', message, unread })
const seqs = (state: State) => state.support.threads.u1!.messages.map(({ seq }) => seq)
const page = (...numbers: number[]) => numbers.map((seq) => buildMessage(seq))

describe('a thread', () => {
  const shown = given((draft) => setThread(draft, 'u1', { messages: page(5, 6), nextCursor: 'c5' }))

  test('grows at its end, each message once and in its place', () => {
    const grown = after(shown, told(1, buildMessage(8)), told(2, buildMessage(7)), told(3, buildMessage(8)))
    expect(seqs(grown)).toEqual([5, 6, 7, 8])
  })

  test('takes nothing from before its beginning, which comes with its own page', () => {
    expect(seqs(after(shown, told(1, buildMessage(2))))).toEqual([5, 6])
    const earlier = produce(shown, (draft) =>
      addEarlier(draft, 'u1', 'c5', { messages: page(3, 4, 5), nextCursor: null }),
    )
    expect(seqs(earlier)).toEqual([3, 4, 5, 6])
    const late = produce(earlier, (draft) => addEarlier(draft, 'u1', 'c5', { messages: page(3), nextCursor: 'x' }))
    expect(late).toEqual(earlier)
  })

  test('that is loaded anew keeps what was loaded before it, if both are parts of one conversation', () => {
    const anew = produce(shown, (draft) => setThread(draft, 'u1', { messages: page(6, 7), nextCursor: 'c6' }))
    expect([seqs(anew), anew.support.threads.u1!.nextCursor]).toEqual([[5, 6, 7], 'c5'])
    const gap = produce(shown, (draft) => setThread(draft, 'u1', { messages: page(9), nextCursor: 'c9' }))
    expect([seqs(gap), gap.support.threads.u1!.nextCursor]).toEqual([[9], 'c9'])
  })

  test('is read by the other side up to a message, and by that side alone', () => {
    const both = given((draft) =>
      setThread(draft, 'u1', {
        messages: [buildMessage(1), buildMessage(2, { sender: mira }), buildMessage(3)],
        nextCursor: null,
      }),
    )
    const data = { userId: 'u1', by: 'staff' as const, upTo: 'm1', seq: 1, unread: 4 }
    const read = after(both, buildEvent('user', 1, 'support.read', data))
    expect(read.support.threads.u1!.messages.map((one) => one.read)).toEqual([true, false, false])
    expect(read.support.unread).toBe(4)
  })

  test('lets go of a message that waits as soon as it has come', () => {
    const waiting = produce(shown, (draft) => {
      draft.support.pending.push({
        clientId: 'x1',
        to: 'u1',
        message: 'Hi',
        attached: null,
        at,
        fault: null,
        why: '',
      })
    })
    expect(after(waiting, told(1, buildMessage(7, { clientId: 'x1' }))).support.pending).toEqual([])
  })

  test('is drawn by days and in groups, with the notes where they were written', () => {
    const day = 86_400_000
    const entries = entriesOf({
      messages: [
        buildMessage(1),
        buildMessage(2),
        buildMessage(3, { sender: mira }),
        buildMessage(4, { createdAt: at + day }),
      ],
      notes: [buildNote({ createdAt: at + 2500 })],
      pending: [],
      me: 'u1',
    })
    const shape = entries.map((one) =>
      one.kind === 'message' ? `${one.message.seq}${one.first ? '*' : ''}` : one.kind,
    )
    expect(shape).toEqual(['day', '1*', '2', 'note', '3*', 'day', '4*'])
  })
})

test('the count of what one has not read is one’s own: staff hear of another', () => {
  const state = given(() => undefined)
  expect(after(state, told(1, buildMessage(1, { sender: mira }), 'user', 3)).support.unread).toBe(3)
  expect(after(state, told(1, buildMessage(1), 'staff', 3)).support.unread).toBe(0)
})

test('who writes is known until they stop, or what they wrote has come', () => {
  const signal = (on: boolean) => ({ type: 'typing', data: { userId: 'u1', who: 'staff', name: 'Mira', on } }) as const
  const hear = (state: State, on: boolean) => produce(state, (draft) => hearSignal(draft, signal(on)))
  const writes = hear(
    hear(
      given(() => undefined),
      true,
    ),
    true,
  )
  expect(writes.support.typing.u1).toMatchObject([{ who: 'staff', name: 'Mira' }])
  expect(hear(writes, false).support.typing.u1).toEqual([])
  expect(after(writes, told(1, buildMessage(1, { sender: mira }))).support.typing.u1).toEqual([])
  expect(after(writes, told(1, buildMessage(1))).support.typing.u1).toHaveLength(1)
})

describe('the inbox', () => {
  const counts = { open: 2, waiting: 0, resolved: 0 }
  const [first, second] = [buildConversation('u1'), buildConversation('u2', { waitingSince: at + 1 })]
  const open = { status: 'open' } as const
  const mine = { status: 'open', assignee: 's1' } as const
  const listed = (data: Conversation[]) => ({ data, totalCount: data.length, nextCursor: null, counts })
  const shown = given((draft) => {
    setInbox(draft, open, listed([first, second]))
    setInbox(draft, mine, listed([]))
    setInbox(draft, { q: 'ada' }, listed([first]))
  })
  const changed = (seq: number, conversation: Conversation) =>
    buildEvent('staff', seq, 'support.conversation', { conversation, counts: { ...counts, open: seq } })
  const ids = (state: State, filter: Parameters<typeof inboxKey>[0]) => state.support.lists[inboxKey(filter)]!.ids

  test('puts who waits longest first, and lets go of who has an answer', () => {
    const third = buildConversation('u3', { waitingSince: at - 1 })
    const answered = { ...first, status: 'waiting' as const, waitingSince: null }
    const state = after(shown, changed(1, third), changed(2, answered))
    expect(ids(state, open)).toEqual(['u3', 'u2'])
    expect(ids(state, { q: 'ada' })).toEqual(['u1'])
    expect(state.support.counts!.open).toBe(2)
  })

  test('follows into whose hands a conversation goes', () => {
    const taken = { ...second, assignee: { _id: 's1', firstName: 'Mira' } }
    expect(ids(after(shown, changed(1, taken)), mine)).toEqual(['u2'])
    expect(ids(after(shown, changed(1, taken), changed(2, second)), mine)).toEqual([])
  })

  test('lists what no colleague has read until one has, and counts what it does not show', () => {
    const unread = { unread: '1' } as const
    const rest = { ids: ['u1'], totalCount: 7, nextCursor: 'c1' }
    const listed = produce(shown, (draft) => void (draft.support.lists[inboxKey(unread)] = rest))
    const data = { userId: 'u1', by: 'staff' as const, upTo: 'm1', seq: 1, unread: 0 }
    const read = after(listed, buildEvent('staff', 1, 'support.read', data), changed(2, { ...first, unread: 0 }))
    expect(read.support.lists[inboxKey(unread)]).toEqual({ ...rest, ids: [], totalCount: 6 })
    expect(ids(read, open)).toEqual(['u1', 'u2'])
    const again = after(read, changed(3, first))
    expect(again.support.lists[inboxKey(unread)]).toMatchObject({ ids: [], totalCount: 7 })
  })

  test('keeps notes and saved replies as they are now', () => {
    const reply: SavedReply = { _id: 'r1', title: 'Hello', text: 'Hello {name}', createdAt: at, updatedAt: at }
    const opened = produce(shown, (draft) => {
      draft.support.notes.u1 = []
      draft.support.replies = []
    })
    const known = after(
      opened,
      buildEvent('staff', 1, 'support.note', { note: buildNote() }),
      buildEvent('staff', 2, 'reply.changed', { reply }),
    )
    expect([known.support.notes.u1, known.support.replies]).toEqual([[buildNote()], [reply]])
    const gone = after(
      known,
      buildEvent('staff', 3, 'support.note.removed', { _id: 'n1', userId: 'u1' }),
      buildEvent('staff', 4, 'reply.removed', { _id: 'r1' }),
    )
    expect([gone.support.notes.u1, gone.support.replies]).toEqual([[], []])
  })
})
