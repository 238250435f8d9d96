import { expect, it } from 'vitest'
import { actionLabel, actorName, auditChanges, changesText, subjectName } from '../../../shared/audit/labels.ts'
import type { AuditEntry } from '../../../shared/audit/schema.ts'

const subject = (fields: Partial<AuditEntry>) =>
  subjectName({ action: 'order.verify', subject: 'order', subjectId: 'abcdefpg3bed', subjectName: null, ...fields })
const changes = (before: unknown, after: unknown, names: Record<string, string> = {}) =>
  auditChanges({ before, after, names }).map(({ label, before: old, after: current }) => [label, old, current])

it('describes actions in plain English, and unknown ones by their last words', () => {
  expect(actionLabel('order.verify')).toBe('Verified the payment')
  expect(actionLabel('customer.end-sessions')).toBe('Ended sessions')
  expect(actionLabel('order.something-new')).toBe('Something new')
})

it('names who acted; neither commands on the server nor the store itself have a user', () => {
  expect(actorName({ actor: { _id: 'u1', firstName: 'Mira', lastName: 'Nair' }, subject: 'order' })).toBe('Mira Nair')
  expect(actorName({ actor: null, subject: 'staff' })).toBe('Command line')
  expect(actorName({ actor: null, subject: 'order' })).toBe('The store')
})

it('names subjects', () => {
  expect(subject({})).toBe('Order #PG3BED')
  expect(subject({ subject: 'coupon', subjectName: 'WELCOME10' })).toBe('Coupon WELCOME10')
  expect(subject({ subject: 'review', subjectName: 'Cloud' })).toBe('Review of Cloud')
  expect(subject({ subject: 'support', subjectName: 'Ada Lovelace' })).toBe('Conversation with Ada Lovelace')
  expect(subject({ subject: 'category', subjectId: 'all' })).toBe('All categories')
  expect(subject({ action: 'payment.import', subject: 'payment', subjectId: 's1' })).toBe('Bank statement')
  expect(subject({ subject: 'picture', subjectId: 'c.webp' })).toBe('Picture')
})

it('lists the fields that differ, with money, durations, states, days and names as people write them', () => {
  expect(
    changes({ price: 1200, name: 'A', months: 12 }, { price: 1299, name: 'A', months: 18, oldPrice: null }),
  ).toEqual([
    ['price', '$12.00', '$12.99'],
    ['duration', '1 Year', '18 Months'],
  ])
  expect(changes({ paymentStatus: 'paid' }, { paymentStatus: 'verified', reason: 'Came late' })).toEqual([
    ['payment status', 'Paid (pending verification)', 'Payment Verified'],
    ['reason', null, 'Came late'],
  ])
  expect(changes(null, { type: 'Percentage', amount: 1050, expiresAt: '2026-11-22T10:05:00.000Z' })).toEqual([
    ['type', null, 'Percentage'],
    ['amount', null, '10.5%'],
    ['expires', null, '2026-11-22 10:05 UTC'],
  ])
  expect(changes(null, { type: 'Fixed', amount: 500 })[1]).toEqual(['amount', null, '$5.00'])
  expect(changes({ categoryId: 'k1' }, { categoryId: 'k2' }, { k1: 'Music', k2: 'Films' })).toEqual([
    ['category', 'Music', 'Films'],
  ])
  expect(changes(['k1', 'k2'], ['k2', 'k1'], { k1: 'Music', k2: 'Films' })).toEqual([
    ['order', 'Music, Films', 'Films, Music'],
  ])
  expect(changes({ description: '<p>Old <b>words</b></p>' }, { description: '' })).toEqual([
    ['description', 'Old words', 'none'],
  ])
  expect(changes(null, null)).toEqual([])
})

it('shows no ids of notes, and at most 200 characters of a value', () => {
  expect(changes(null, { note: 'n1' })).toEqual([])
  expect(changes(null, { reason: 'x'.repeat(300) })).toEqual([['reason', null, `${'x'.repeat(200)}…`]])
  expect(changesText({ before: { price: 100 }, after: { price: 200, name: 'A' }, names: {} })).toBe(
    'price $1.00 → $2.00; name A',
  )
})
