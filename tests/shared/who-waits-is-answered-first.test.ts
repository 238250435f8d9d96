import { describe, expect, test } from 'vitest'
import { afterMessage, afterStatus, byWait, type ConversationStatus, fillReply } from '../../shared/support.ts'

const [early, late] = [1000, 2000]

describe('where a conversation stands', () => {
  test.each<[ConversationStatus, number | null, boolean, ConversationStatus, number | null]>([
    ['open', early, false, 'open', early],
    ['open', early, true, 'waiting', null],
    ['waiting', null, false, 'open', late],
    ['waiting', null, true, 'waiting', null],
    ['resolved', null, false, 'open', late],
    ['resolved', null, true, 'waiting', null],
  ])('%s (since %s), after a message (by staff: %s): %s, since %s', (status, waitingSince, byStaff, then, since) => {
    expect(afterMessage({ status, waitingSince }, byStaff, late)).toEqual({ status: then, waitingSince: since })
  })

  test.each<[ConversationStatus, number | null, ConversationStatus, number | null]>([
    ['open', early, 'open', early],
    ['open', early, 'waiting', null],
    ['open', early, 'resolved', null],
    ['resolved', null, 'open', late],
  ])('%s (since %s), put to %s: since %s', (status, waitingSince, then, since) => {
    expect(afterStatus({ status, waitingSince }, then, late)).toEqual({ status: then, waitingSince: since })
  })
})

test('who waits longest is first, then the newest message, then the id', () => {
  const one = (_id: string, waitingSince: number | null, lastMessageAt: number) => ({
    _id,
    waitingSince,
    lastMessageAt,
  })
  const sorted = [
    one('b', early, late),
    one('c', early, early),
    one('a', late, late),
    one('z', null, late),
    one('d', null, early),
    one('e', null, early),
  ]
  expect(sorted.toReversed().toSorted(byWait)).toEqual(sorted)
  expect(byWait(sorted[0]!, sorted[0]!)).toBe(0)
})

describe('a saved reply', () => {
  const text = 'Hello {name}, {order} is on its way. Thanks, {name}! {other}'
  test('is filled in for its customer', () => {
    expect(fillReply(text, { name: 'Ada', orderId: '0mabcdefg4f7k2a' })).toBe(
      'Hello Ada, order #4F7K2A is on its way. Thanks, Ada! {other}',
    )
  })
  test('reads well without an order, and leaves a name alone that looks like one of its fields', () => {
    expect(fillReply('{name}: {order}', { name: '{order}$&', orderId: null })).toBe('{order}$&: your order')
  })
})
