import { produce } from 'immer'
import { expect, it } from 'vitest'
import { customersKey, setCustomerDetails, setCustomers } from '../../../../client/accounts/staff/store.ts'
import type { Customer } from '../../../../shared/accounts/staff-schema.ts'
import { afterEvents, onlyPage, stateWith } from '../../apply-events.ts'
import { at, buildEntry, buildEvent, buildStaffOrder } from '../../build.ts'

const buildCustomer = (fields: Partial<Customer> = {}): Customer => ({
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
  ...fields,
})

const session = { _id: 's1', userAgent: 'test', createdAt: at, expiresAt: at + 1 }
const ada = buildCustomer()
const loaded = stateWith((draft) => {
  setCustomers(draft, {}, onlyPage([ada]))
  setCustomers(draft, { q: 'ada' }, onlyPage([ada]))
  const details = { orders: [], entries: [], referral: null, broughtBy: null, sessions: [session] }
  setCustomerDetails(draft, { customer: ada, ...details })
})

it('adds a new customer to the top of the unfiltered list, not to a search', () => {
  const noor = buildCustomer({ _id: 'u2', firstName: 'Noor', createdAt: at + 1 })
  const { staffCustomers } = afterEvents(loaded, buildEvent('staff', 1, 'customer.changed', { customer: noor }))
  expect(staffCustomers.lists[customersKey({})]).toMatchObject({ ids: ['u2', 'u1'], totalCount: 2 })
  expect(staffCustomers.lists[customersKey({ q: 'ada' })]!.ids).toEqual(['u1'])
})

it('updates points, sessions and order totals', () => {
  const entry = buildEntry({ source: 'adjustment', points: 40 })
  const order = buildStaffOrder({ paymentStatus: 'verified' })
  const { staffCustomers } = afterEvents(
    loaded,
    buildEvent('staff', 1, 'customer.points', { userId: 'u1', entry, totalPoints: 40 }),
    buildEvent('staff', 2, 'customer.sessions', { userId: 'u1', sessions: [] }),
    buildEvent('staff', 3, 'order.changed', {
      order: { ...order, customer: { ...order.customer, orders: 2, verified: 1, spent: 1299 } },
      change: 'verified',
    }),
  )
  expect(staffCustomers.byId.u1).toMatchObject({ points: 40, orders: 2, verified: 1, spent: 1299 })
  expect(staffCustomers.details.u1).toMatchObject({
    entries: [entry],
    sessions: [],
    orders: [{ _id: 'o1', total: 1299 }],
  })
})

it('moves a customer in the lists that are sorted by what changed', () => {
  const noor = buildCustomer({ _id: 'u2', firstName: 'Noor', spent: 500, points: 5 })
  const sorted = produce(loaded, (draft) => {
    for (const sort of ['spent', 'points', 'name'] as const) setCustomers(draft, { sort }, onlyPage([noor, ada]))
    setCustomers(draft, { sort: 'name' }, onlyPage([ada, noor]))
  })
  const idsBy = (state: typeof loaded, sort: 'spent' | 'points' | 'name') =>
    state.staffCustomers.lists[customersKey({ sort })]!.ids
  const { customer, ...order } = buildStaffOrder({ paymentStatus: 'verified' })
  const verified = { ...order, customer: { ...customer, verified: 1, spent: 1299 } }
  const { createdAt: _, points: __, isAdmin: ___, orders: ____, ...profile } = { ...ada, firstName: 'Zoe' }
  const bySpent = afterEvents(sorted, buildEvent('staff', 1, 'order.changed', { order: verified, change: 'verified' }))
  expect([idsBy(bySpent, 'spent'), idsBy(bySpent, 'points')]).toEqual([
    ['u1', 'u2'],
    ['u2', 'u1'],
  ])
  const byPoints = afterEvents(
    sorted,
    buildEvent('staff', 1, 'customer.points', { userId: 'u1', entry: buildEntry(), totalPoints: 40 }),
  )
  expect(idsBy(byPoints, 'points')).toEqual(['u1', 'u2'])
  const renamed = afterEvents(sorted, buildEvent('staff', 1, 'customer.profile', { customer: profile }))
  expect(idsBy(renamed, 'name')).toEqual(['u2', 'u1'])
})

it('updates a profile on the customer, their orders and their conversation, and on no other', () => {
  const order = buildStaffOrder()
  const otherOrder = buildStaffOrder({ _id: 'o2', customer: { ...order.customer, _id: 'u2' } })
  const { _id, firstName, lastName, email, phone, points, createdAt } = ada
  const supportCustomer = { _id, visitor: false, firstName, lastName, email, phone, points, createdAt }
  const withOrders = produce(loaded, (draft) => {
    draft.staffOrders.byId = { o1: order, o2: otherOrder }
    draft.staffSupport.customers.u1 = supportCustomer
  })
  const profile = { _id: 'u1', firstName: 'Augusta', lastName: 'King', email: 'king@example.com', phone: '+44-1' }
  const { staffCustomers, staffOrders, staffSupport } = afterEvents(
    withOrders,
    buildEvent('staff', 1, 'customer.profile', { customer: { ...profile, currency: 'INR' } }),
  )
  expect(staffCustomers.byId.u1).toEqual({ ...ada, ...profile, currency: 'INR' })
  expect(staffOrders.byId.o1!.customer).toMatchObject({ firstName: 'Augusta', email: 'king@example.com', orders: 1 })
  expect(staffOrders.byId.o2).toEqual(otherOrder)
  expect(staffSupport.customers.u1).toEqual({ ...supportCustomer, ...profile })
})

it('ignores points of a customer who is not loaded', () => {
  const event = buildEvent('staff', 1, 'customer.points', { userId: 'u9', entry: buildEntry(), totalPoints: 1 })
  expect(afterEvents(loaded, event).staffCustomers).toEqual(loaded.staffCustomers)
})

it('shows whether a colleague has a second factor, once the team is loaded', () => {
  const mira = { _id: 'u2', firstName: 'Mira', lastName: 'Silva', email: 'mira@example.com', secondFactorSince: null }
  const changed = (secondFactorSince: number | null, seq: number) =>
    buildEvent('staff', seq, 'staff.member', { member: { ...mira, secondFactorSince } })
  expect(afterEvents(loaded, changed(at, 1)).staffCustomers.team).toBeNull()
  const withTeam = stateWith((draft) => void (draft.staffCustomers.team = [mira]))
  const { team } = afterEvents(withTeam, changed(at, 1)).staffCustomers
  expect(team).toEqual([{ ...mira, secondFactorSince: at }])
  const newcomer = buildEvent('staff', 1, 'staff.member', { member: { ...mira, _id: 'u3' } })
  expect(afterEvents(withTeam, newcomer).staffCustomers.team!.map(({ _id }) => _id)).toEqual(['u2', 'u3'])
})
