import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import type { State } from '../../../../client/state.ts'
import { inboxKey, setInbox } from '../../../../client/support/staff/store.ts'
import type { Conversation, SavedReply } from '../../../../shared/support/staff-schema.ts'
import { afterEvents, onlyPage, stateWith } from '../../apply-events.ts'
import { at, buildEvent, buildStaffOrder } from '../../build.ts'
import { buildConversation, buildNote } from '../build.ts'

const counts = { open: 2, waiting: 0, resolved: 0 }
const conversationChanged = (seq: number, conversation: Conversation) =>
  buildEvent('staff', seq, 'support.conversation', { conversation, counts: { ...counts, open: seq } })

describe('the inbox', () => {
  const [first, second] = [buildConversation('u1'), buildConversation('u2', { waitingSince: at + 1 })]
  const open = { status: 'open' } as const
  const mine = { status: 'open', assignee: 's1' } as const
  const pageOf = (data: Conversation[]) => ({ ...onlyPage(data), counts })
  const loaded = stateWith((draft) => {
    setInbox(draft, open, pageOf([first, second]))
    setInbox(draft, mine, pageOf([]))
    setInbox(draft, { q: 'ada' }, pageOf([first]))
  })
  const idsOf = (state: State, filter: Parameters<typeof inboxKey>[0]) =>
    state.staffSupport.lists[inboxKey(filter)]!.ids

  it('sorts by waiting time and removes answered conversations, except from a search', () => {
    const third = buildConversation('u3', { waitingSince: at - 1 })
    const answered = { ...first, status: 'waiting' as const, waitingSince: null }
    const state = afterEvents(loaded, conversationChanged(1, third), conversationChanged(2, answered))
    expect(idsOf(state, open)).toEqual(['u3', 'u2'])
    expect(idsOf(state, { q: 'ada' })).toEqual(['u1'])
    expect(state.staffSupport.counts!.open).toBe(2)
  })

  it('follows the payments that wait for verification, oldest first, whatever a conversation’s event has read', () => {
    const toVerify = [{ _id: 'o2', due: { amount: '7432', currency: 'LKR' }, paidAt: at + 2 }]
    const paid = (_id: string, paymentStatus: 'paid' | 'verified', paidAt = at + 1) => ({
      order: buildStaffOrder({ _id, customer: { ...buildStaffOrder().customer, _id: 'u1' }, paymentStatus, paidAt }),
      change: 'paid' as const,
    })
    const waiting = produce(loaded, (draft) => void (draft.staffSupport.conversations.u1!.toVerify = toVerify))
    const idsToVerify = (state: State) => state.staffSupport.conversations.u1!.toVerify!.map(({ _id }) => _id)
    const added = afterEvents(waiting, buildEvent('staff', 1, 'order.changed', paid('o1', 'paid')))
    expect(idsToVerify(added)).toEqual(['o1', 'o2'])
    expect(added.staffSupport.conversations.u2!.toVerify).toBeUndefined()
    const verified = afterEvents(added, buildEvent('staff', 2, 'order.changed', paid('o2', 'verified')))
    expect(idsToVerify(verified)).toEqual(['o1'])
    expect(idsToVerify(afterEvents(verified, conversationChanged(3, { ...first, toVerify })))).toEqual(['o1'])
  })

  it('moves a conversation when it is assigned', () => {
    const assigned = { ...second, assignee: { _id: 's1', firstName: 'Mira' } }
    const state = afterEvents(loaded, conversationChanged(1, assigned))
    expect(idsOf(state, mine)).toEqual(['u2'])
    expect(idsOf(afterEvents(state, conversationChanged(2, second)), mine)).toEqual([])
  })

  it('removes a conversation from the unread ones when a colleague reads it, and counts those not loaded', () => {
    const unread = { unread: '1' } as const
    const list = { filter: unread, ids: ['u1'], totalCount: 7, nextCursor: 'c1' }
    const withUnread = produce(loaded, (draft) => void (draft.staffSupport.lists[inboxKey(unread)] = list))
    const data = { userId: 'u1', by: 'staff' as const, upTo: 'm1', seq: 1, unread: 0 }
    const read = afterEvents(
      withUnread,
      buildEvent('staff', 1, 'support.read', data),
      conversationChanged(2, { ...first, unread: 0 }),
    )
    expect(read.staffSupport.lists[inboxKey(unread)]).toEqual({ ...list, ids: [], totalCount: 6 })
    expect(idsOf(read, open)).toEqual(['u1', 'u2'])
    const unreadAgain = afterEvents(read, conversationChanged(3, first))
    expect(unreadAgain.staffSupport.lists[inboxKey(unread)]).toMatchObject({ ids: [], totalCount: 7 })
  })
})

it('adds and removes notes and saved replies', () => {
  const reply: SavedReply = {
    _id: 'r1',
    title: 'Hello',
    text: 'Hello {name}',
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
  const loaded = stateWith((draft) => {
    draft.staffSupport.notes.u1 = []
    draft.staffSupport.replies = []
  })
  const added = afterEvents(
    loaded,
    buildEvent('staff', 1, 'support.note', { note: buildNote() }),
    buildEvent('staff', 2, 'reply.changed', { reply }),
  ).staffSupport
  expect([added.notes.u1, added.replies]).toEqual([[buildNote()], [reply]])
  const removed = afterEvents(
    stateWith((draft) => void (draft.staffSupport = added)),
    buildEvent('staff', 3, 'support.note.removed', { _id: 'n1', userId: 'u1' }),
    buildEvent('staff', 4, 'reply.removed', { _id: 'r1' }),
  ).staffSupport
  expect([removed.notes.u1, removed.replies]).toEqual([[], []])
})
