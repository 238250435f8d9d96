import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { applySignal } from '../../../client/apply-event.ts'
import type { State } from '../../../client/state.ts'
import { addEarlier, setThread } from '../../../client/support/store.ts'
import type { SupportMessage } from '../../../shared/support/schema.ts'
import { afterEvents, stateWith } from '../apply-events.ts'
import { at, buildEvent } from '../build.ts'
import { buildMessage, mira } from './build.ts'

const messageEvent = (seq: number, message: SupportMessage, stream: 'user' | 'staff' = 'user', unread = 0) =>
  buildEvent(stream, seq, 'support.message', { userId: 'u1', message, unread })
const seqsOf = (state: State) => state.support.threads.u1!.messages.map(({ seq }) => seq)
const messages = (...seqs: number[]) => seqs.map((seq) => buildMessage(seq))

describe('a thread', () => {
  const loaded = stateWith((draft) => setThread(draft, 'u1', { messages: messages(5, 6), nextCursor: 'c5' }))

  it('adds new messages in order, each once', () => {
    const state = afterEvents(
      loaded,
      messageEvent(1, buildMessage(8)),
      messageEvent(2, buildMessage(7)),
      messageEvent(3, buildMessage(8)),
    )
    expect(seqsOf(state)).toEqual([5, 6, 7, 8])
  })

  it('ignores a message from before the loaded part, which comes with its page', () => {
    expect(seqsOf(afterEvents(loaded, messageEvent(1, buildMessage(2))))).toEqual([5, 6])
  })

  it('prepends an earlier page once', () => {
    const earlier = produce(loaded, (draft) =>
      addEarlier(draft, 'u1', 'c5', { messages: messages(3, 4, 5), nextCursor: null }),
    )
    expect(seqsOf(earlier)).toEqual([3, 4, 5, 6])
    const again = produce(earlier, (draft) => addEarlier(draft, 'u1', 'c5', { messages: messages(3), nextCursor: 'x' }))
    expect(again).toEqual(earlier)
  })

  it('keeps the earlier messages on a reload that overlaps with them', () => {
    const reloaded = produce(loaded, (draft) => setThread(draft, 'u1', { messages: messages(6, 7), nextCursor: 'c6' }))
    expect([seqsOf(reloaded), reloaded.support.threads.u1!.nextCursor]).toEqual([[5, 6, 7], 'c5'])
  })

  it('drops the earlier messages on a reload that leaves a gap', () => {
    const reloaded = produce(loaded, (draft) => setThread(draft, 'u1', { messages: messages(9), nextCursor: 'c9' }))
    expect([seqsOf(reloaded), reloaded.support.threads.u1!.nextCursor]).toEqual([[9], 'c9'])
  })

  it('marks the messages of the other side as read, up to the given one', () => {
    const conversation = stateWith((draft) =>
      setThread(draft, 'u1', {
        messages: [buildMessage(1), buildMessage(2, { sender: mira }), buildMessage(3)],
        nextCursor: null,
      }),
    )
    const data = { userId: 'u1', by: 'staff' as const, upTo: 'm1', seq: 1, unread: 4 }
    const state = afterEvents(conversation, buildEvent('user', 1, 'support.read', data))
    expect(state.support.threads.u1!.messages.map(({ read }) => read)).toEqual([true, false, false])
    expect(state.support.unread).toBe(4)
  })

  it('removes a pending message when it arrives', () => {
    const pending = { to: 'u1', message: 'Hi', attachment: null, createdAt: at, failure: null, reason: '' }
    const sending = produce(loaded, (draft) => void draft.support.pending.push({ clientId: 'x1', ...pending }))
    const state = afterEvents(sending, messageEvent(1, buildMessage(7, { clientId: 'x1' })))
    expect(state.support.pending).toEqual([])
  })
})

it('takes the unread count from the user stream, not from the staff stream', () => {
  const state = stateWith(() => undefined)
  expect(afterEvents(state, messageEvent(1, buildMessage(1, { sender: mira }), 'user', 3)).support.unread).toBe(3)
  expect(afterEvents(state, messageEvent(1, buildMessage(1), 'staff', 3)).support.unread).toBe(0)
})

describe('typing', () => {
  const signal = (on: boolean) => ({ type: 'typing', data: { userId: 'u1', who: 'staff', name: 'Mira', on } }) as const
  const afterSignal = (state: State, on: boolean) => produce(state, (draft) => applySignal(draft, signal(on)))
  const typing = afterSignal(
    afterSignal(
      stateWith(() => undefined),
      true,
    ),
    true,
  )

  it('lists a participant once until they stop', () => {
    expect(typing.support.typing.u1).toMatchObject([{ who: 'staff', name: 'Mira' }])
    expect(afterSignal(typing, false).support.typing.u1).toEqual([])
  })

  it('ends when their message arrives, not when the other side writes', () => {
    const withMessage = afterEvents(typing, messageEvent(1, buildMessage(1, { sender: mira })))
    expect(withMessage.support.typing.u1).toEqual([])
    expect(afterEvents(typing, messageEvent(1, buildMessage(1))).support.typing.u1).toHaveLength(1)
  })
})
