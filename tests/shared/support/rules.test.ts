import { describe, expect, it } from 'vitest'
import {
  afterAnswer,
  afterQuestion,
  afterReminder,
  afterStatus,
  byWait,
  fillReply,
  isReminder,
  replyNotice,
} from '../../../shared/support/rules.ts'
import type { ConversationStatus } from '../../../shared/support/staff-schema.ts'

const [early, late] = [1000, 2000]

const remindAt = 9000

describe('afterQuestion', () => {
  it.each<[ConversationStatus, number | null, number]>([
    ['open', early, early],
    ['waiting', null, late],
    ['resolved', null, late],
  ])('turns %s (since %s) into open (since %s)', (status, since, waitingSince) => {
    const state = { status, waitingSince: since, remindAt: null }
    expect(afterQuestion(state, late)).toEqual({ status: 'open', waitingSince, remindAt: null })
  })
  it.each(['open', 'waiting', 'resolved'] as const)('ends the reminder of %s: they wait since now', (status) => {
    const state = { status, waitingSince: status === 'open' ? early : null, remindAt }
    expect(afterQuestion(state, late)).toEqual({ status: 'open', waitingSince: late, remindAt: null })
  })
})

describe('afterAnswer', () => {
  const state = { status: 'waiting', waitingSince: null, remindAt } as const
  it('leaves it to the customer to answer, and keeps the reminder', () => {
    expect(afterAnswer(state)).toEqual({ status: 'waiting', waitingSince: null, remindAt })
  })
  it('ends a reminder that has come back', () => {
    expect(isReminder(afterReminder(state))).toBe(true)
    expect(afterAnswer(afterReminder(state))).toEqual({ status: 'waiting', waitingSince: null, remindAt: null })
  })
  it('resolves the conversation, whose reminder ends', () => {
    expect(afterAnswer(state, true)).toEqual({ status: 'resolved', waitingSince: null, remindAt: null })
  })
})

describe('afterStatus', () => {
  it.each<[ConversationStatus, number | null, ConversationStatus, number | null]>([
    ['open', early, 'open', early],
    ['open', early, 'waiting', null],
    ['open', early, 'resolved', null],
    ['resolved', null, 'open', late],
  ])('turns %s (since %s), set to %s, into one waiting since %s', (status, since, next, nextSince) => {
    const state = { status, waitingSince: since, remindAt }
    expect(afterStatus(state, next, late)).toEqual({ status: next, waitingSince: nextSince, remindAt: null })
  })
})

describe('byWait', () => {
  it('sorts by the longest wait, then by the newest message, then by id', () => {
    const row = (_id: string, waitingSince: number | null, lastMessageAt: number) => ({
      _id,
      waitingSince,
      lastMessageAt,
    })
    const sorted = [
      row('b', early, late),
      row('c', early, early),
      row('a', late, late),
      row('z', null, late),
      row('d', null, early),
      row('e', null, early),
    ]
    expect(sorted.toReversed().toSorted(byWait)).toEqual(sorted)
    for (const [i, one] of sorted.entries()) {
      expect(byWait(one, one)).toBe(0)
      for (const other of sorted.slice(i + 1)) {
        expect(byWait(one, other)).toBeLessThan(0)
        expect(byWait(other, one)).toBeGreaterThan(0)
      }
    }
  })
})

describe('fillReply', () => {
  const reply = 'Hello {name}, {order} is on its way. Thanks, {name}! {other}'

  it('fills in the name and the order number', () => {
    expect(fillReply(reply, { name: 'Ada', orderId: '0mabcdefg4f7k2a' })).toBe(
      'Hello Ada, order #4F7K2A is on its way. Thanks, Ada! {other}',
    )
  })

  it('writes "your order" without one, and does not expand placeholders in a name', () => {
    expect(fillReply('{name}: {order}', { name: '{order}$&', orderId: null })).toBe('{order}$&: your order')
  })
})

describe('replyNotice', () => {
  it.each([
    ['We found it.', null, 'Support replied: “We found it.”'],
    ['We found it.', '0mwr4ab5kk0kj', 'Support replied about order #5KK0KJ: “We found it.”'],
    ['  On\n\ntwo   lines ', null, 'Support replied: “On two lines”'],
  ])('quotes %j (order %s)', (message, orderId, notice) => {
    expect(replyNotice(message, orderId)).toBe(notice)
  })

  it('quotes no more than 80 characters, whole words where there are any', () => {
    const words = replyNotice('Please send us a picture of the slip. '.repeat(20), null)
    expect(words).toMatch(/ (?:Please|send|us|a|picture|of|the|slip\.)…”$/)
    expect(words.length).toBeLessThanOrEqual('Support replied: “”'.length + 81)
    expect(replyNotice('😀'.repeat(100), null)).toBe(`Support replied: “${'😀'.repeat(80)}…”`)
  })
})
