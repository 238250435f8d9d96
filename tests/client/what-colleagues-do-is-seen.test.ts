import { produce } from 'immer'
import { describe, expect, test } from 'vitest'
import type { AuditEntry, Customer, OrderNote, StaffReview } from '../../shared/staff.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { applyEvent } from '../../client/apply.ts'
import { stepsOf } from '../../client/orders/timeline-steps.ts'
import { usuallyTakes } from '../../client/orders/usually-takes.ts'
import { auditKey, setAudit } from '../../client/staff/audit-store.ts'
import { actionLabel, pageOf } from '../../client/staff/audit-words.ts'
import { changedFields, shown } from '../../client/staff/changes.ts'
import { customersKey, setCustomerDetails, setCustomers } from '../../client/staff/customers-store.ts'
import { deviceOf } from '../../client/accounts/device.ts'
import { setNotes } from '../../client/staff/notes-store.ts'
import { setStaffReviews, staffReviewsKey } from '../../client/staff/reviews-store.ts'
import { initialState, type State } from '../../client/state.ts'
import { at, buildEntry, buildEvent, buildOrder, buildPage, buildReview, buildStaffOrder } from './build.ts'

const given = (change: (draft: State) => void) => produce(initialState(buildPage()), (draft) => void change(draft))
const whole = <Row>(data: Row[]) => ({ data, totalCount: data.length, nextCursor: null })

/** After the events, which change nothing when they come once more. */
function after(state: State, ...events: StreamEvent[]): State {
  const apply = (from: State) =>
    events.reduce((before, event) => produce(before, (draft) => applyEvent(draft, event, () => true)), from)
  const once = apply(state)
  const counted = ({ staff }: State) => ({ ...staff, recount: 0, reviews: { ...staff.reviews, news: 0 } })
  expect(counted(apply(once))).toEqual(counted(once))
  return once
}

const inSupport = ({ _id, firstName, lastName, email, phone, points, createdAt }: Customer) => ({
  _id,
  firstName,
  lastName,
  email,
  phone,
  points,
  createdAt,
})

const buildCustomer = (set: Partial<Customer> = {}): Customer => ({
  _id: 'u1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '',
  currency: 'USD',
  isAdmin: false,
  points: 0,
  createdAt: at,
  orders: 1,
  verified: 0,
  failed: 0,
  spent: 0,
  ...set,
})
const session = { _id: 's1', userAgent: 'test', createdAt: at, expiresAt: at + 1 }

describe('customers', () => {
  const ada = buildCustomer()
  const known = given((draft) => {
    setCustomers(draft, {}, whole([ada]))
    setCustomers(draft, { q: 'ada' }, whole([ada]))
    const details = { orders: [], entries: [], referral: null, broughtBy: null, sessions: [session] }
    setCustomerDetails(draft, { customer: ada, ...details })
  })

  test('who opens an account comes first, but not into a search', () => {
    const noor = buildCustomer({ _id: 'u2', firstName: 'Noor', createdAt: at + 1 })
    const { customers } = after(known, buildEvent('staff', 1, 'customer.changed', { customer: noor })).staff
    expect(customers.lists[customersKey({})]).toEqual({ ids: ['u2', 'u1'], totalCount: 2, nextCursor: null })
    expect(customers.lists[customersKey({ q: 'ada' })]!.ids).toEqual(['u1'])
  })

  test('points, sessions and orders are as the store says', () => {
    const entry = buildEntry({ source: 'adjustment', points: 40 })
    const order = buildStaffOrder({ paymentStatus: 'verified' })
    const changed = after(
      known,
      buildEvent('staff', 1, 'customer.points', { userId: 'u1', entry, totalPoints: 40 }),
      buildEvent('staff', 2, 'customer.sessions', { userId: 'u1', sessions: [] }),
      buildEvent('staff', 3, 'order.changed', {
        order: { ...order, customer: { ...order.customer, orders: 2, verified: 1, spent: 1299 } },
        change: 'verified',
      }),
    )
    const { byId, details } = changed.staff.customers
    expect(byId.u1).toMatchObject({ points: 40, orders: 2, verified: 1, spent: 1299 })
    expect(details.u1).toMatchObject({ entries: [entry], sessions: [], orders: [{ _id: 'o1', total: 1299 }] })
  })

  test('what they change of themselves is seen wherever they are shown', () => {
    const order = buildStaffOrder()
    const other = buildStaffOrder({ _id: 'o2', customer: { ...order.customer, _id: 'u2' } })
    const shownToo = produce(known, (draft) => {
      draft.staff.byId = { o1: order, o2: other }
      draft.support.customers.u1 = inSupport(ada)
    })
    const profile = { _id: 'u1', firstName: 'Augusta', lastName: 'King', email: 'king@example.com', phone: '+44-1' }
    const { staff, support } = after(
      shownToo,
      buildEvent('staff', 1, 'customer.profile', { customer: { ...profile, currency: 'INR' } }),
    )
    expect(staff.customers.byId.u1).toEqual({ ...ada, ...profile, currency: 'INR' })
    expect(staff.byId.o1!.customer).toMatchObject({ firstName: 'Augusta', email: 'king@example.com', orders: 1 })
    expect(staff.byId.o2).toEqual(other)
    expect(support.customers.u1).toEqual({ ...inSupport(ada), ...profile })
  })

  test('where they sign in and out is seen as it happens, the newest first', () => {
    const phone = { ...session, _id: 's2', createdAt: at + 5 }
    const signedIn = after(known, buildEvent('staff', 1, 'customer.session', { userId: 'u1', session: phone }))
    expect(signedIn.staff.customers.details.u1!.sessions).toEqual([phone, session])
    const left = after(signedIn, buildEvent('staff', 2, 'customer.session.ended', { userId: 'u1', _id: 's1' }))
    expect(left.staff.customers.details.u1!.sessions).toEqual([phone])
    const stranger = after(
      known,
      buildEvent('staff', 1, 'customer.session', { userId: 'u9', session: phone }),
      buildEvent('staff', 2, 'customer.session.ended', { userId: 'u9', _id: 's1' }),
    )
    expect(stranger.staff).toEqual(known.staff)
  })

  test('what is told of somebody unknown is left', () => {
    const entry = buildEntry()
    const changed = after(known, buildEvent('staff', 1, 'customer.points', { userId: 'u9', entry, totalPoints: 1 }))
    expect(changed.staff.customers).toEqual(known.staff.customers)
  })
})

test('notes come and go where their order is open, and nowhere else', () => {
  const note = (_id: string, when: number): OrderNote => ({
    _id,
    order: 'o1',
    author: { _id: 'u9', firstName: 'Mira', lastName: 'Nair' },
    text: _id,
    createdAt: at + when,
  })
  const open = given((draft) => setNotes(draft, 'o1', [note('n2', 2)]))
  const added = after(
    open,
    buildEvent('staff', 1, 'order.note', { note: note('n1', 1) }),
    buildEvent('staff', 2, 'order.note', { note: { ...note('n3', 3), order: 'o2' } }),
  )
  expect(added.staff.notes.o1!.map(({ _id }) => _id)).toEqual(['n1', 'n2'])
  expect(added.staff.notes.o2).toBeUndefined()
  const removed = after(added, buildEvent('staff', 3, 'order.note.removed', { _id: 'n1', order: 'o1' }))
  expect(removed.staff.notes.o1!.map(({ _id }) => _id)).toEqual(['n2'])
})

describe('reviews', () => {
  const review: StaffReview = { ...buildReview(), itemName: 'Cloud storage' }
  const listed = given((draft) => setStaffReviews(draft, {}, whole([review])))
  const rating = { averageRating: 4, reviewCount: 1 }

  test('one that is removed is out, one that is changed keeps the name of its item', () => {
    const changed = buildEvent('catalogue', 1, 'review.changed', { review: buildReview({ stars: 1 }), ...rating })
    expect(after(listed, changed).staff.reviews.byId.r1).toMatchObject({ stars: 1, itemName: 'Cloud storage' })
    const removed = after(listed, buildEvent('catalogue', 1, 'review.removed', { _id: 'r1', item: 'i1', ...rating }))
    expect(removed.staff.reviews.lists[staffReviewsKey({})]!.ids).toEqual([])
  })

  test('for a new one the list is to be loaded again', () => {
    const event = buildEvent('catalogue', 1, 'review.changed', { review: buildReview({ _id: 'r2' }), ...rating })
    expect(after(listed, event).staff.reviews.news).toBe(1)
    expect(
      after(
        given(() => {}),
        event,
      ).staff.reviews.news,
    ).toBe(0)
  })
})

describe('the audit log', () => {
  const entry = (seq: number, set: Partial<AuditEntry> = {}): AuditEntry => ({
    seq,
    actor: { _id: 'u9', firstName: 'Mira', lastName: 'Nair' },
    action: 'order.verify',
    subject: 'order',
    subjectId: 'o1',
    before: null,
    after: null,
    at,
    hash: 'f',
    ...set,
  })
  const page = (data: AuditEntry[]) => ({ data, actors: data.map((one) => one.actor), nextCursor: null })
  const read = given((draft) => {
    setAudit(draft, {}, page([entry(1)]))
    setAudit(draft, { subject: 'item' }, page([]))
    setAudit(draft, { actor: 'u8' }, page([]))
  })

  test('grows at its head, in the lists that it fits', () => {
    const ishara = { _id: 'u8', firstName: 'Ishara', lastName: 'J' }
    const { audit } = after(
      read,
      buildEvent('staff', 1, 'audit.added', { entry: entry(2, { subject: 'item' }) }),
      buildEvent('staff', 2, 'audit.added', { entry: entry(3, { actor: ishara }) }),
    ).staff
    expect(audit.lists[auditKey({})]!.ids).toEqual(['3', '2', '1'])
    expect(audit.lists[auditKey({ subject: 'item' })]!.ids).toEqual(['2'])
    expect(audit.lists[auditKey({ actor: 'u8' })]!.ids).toEqual(['3'])
    expect(audit.actors.map(({ firstName }) => firstName)).toEqual(['Mira', 'Ishara'])
  })

  test('says what changed, and in words', () => {
    const fields = changedFields({ price: 10, name: 'A' }, { price: 12, name: 'A', paymentStatus: 'paid' })
    expect(fields).toEqual([
      { name: 'price', was: 10, is: 12 },
      { name: 'payment status', was: undefined, is: 'paid' },
    ])
    expect(changedFields(null, null)).toEqual([])
    expect(changedFields('one', null)).toEqual([{ name: 'value', was: 'one', is: undefined }])
    expect([null, true, ['a', 'b'], [], { a: 1 }, 5, 'x'.repeat(300)].map(shown)).toEqual([
      'none',
      'yes',
      'a, b',
      'none',
      '{"a":1}',
      '5',
      `${'x'.repeat(200)}…`,
    ])
    expect(actionLabel('customer.end-sessions')).toBe('End sessions')
    expect(pageOf(entry(1))).toBe('/admin/orders/o1')
    expect(pageOf(entry(1, { subject: 'reply' }))).toBeNull()
  })
})

test('a device is named by browser and system', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
  expect(deviceOf(windows)).toBe('Chrome on Windows')
  expect(deviceOf(`${windows} Edg/140.0`)).toBe('Edge on Windows')
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1')).toBe(
    'Safari on iPhone',
  )
  expect([deviceOf('curl/8.5'), deviceOf('')]).toEqual(['curl/8.5', 'Unknown device'])
})

test('how long a check takes is said in the words of a clock', () => {
  const minute = 60_000
  const say = (from: number, to: number) => usuallyTakes({ from: from * minute, to: to * minute })
  expect(say(4, 12)).toBe('A check usually takes 4 to 12 minutes.')
  expect(say(0.1, 0.6)).toBe('A check usually takes a minute.')
  expect(say(5, 5.2)).toBe('A check usually takes about 5 minutes.')
  expect(say(40, 200)).toBe('A check usually takes 1 to 4 hours.')
  expect(say(300, 300)).toBe('A check usually takes about 5 hours.')
})

test('a customer who waits reads it beside their place in the line', () => {
  const order = buildOrder({ paymentStatus: 'paid', paidAt: at })
  const noteWith = (takes: { from: number; to: number } | null) =>
    stepsOf(order, { now: at, ahead: 2, takes }).find(({ state }) => state === 'current')!.note
  expect(noteWith(null)).toBe('2 payments are checked before this one.')
  expect(noteWith({ from: 240_000, to: 720_000 })).toBe(
    '2 payments are checked before this one. A check usually takes 4 to 12 minutes.',
  )
})
