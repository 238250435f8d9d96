import { produce } from 'immer'
import { describe, expect, test } from 'vitest'
import { addActivity, dashboardKey, setActivity, setDashboard } from '../../client/activity/store.ts'
import { shortAmount, shortMoney, topOf } from '../../client/activity/spending-scale.ts'
import { setUser } from '../../client/accounts/store.ts'
import { applyEvent } from '../../client/apply.ts'
import { addPoints, setPoints } from '../../client/points/store.ts'
import { setUnconfirmed, setWaiting } from '../../client/profile/store.ts'
import { setReferrals } from '../../client/referrals/store.ts'
import { forgetPerson, initialState, type State } from '../../client/state.ts'
import { at, buildEntry, buildEvent, buildOrder, buildPage, buildStaffOrder, buildUser } from './build.ts'

const given = (change: (draft: State) => void) =>
  produce(initialState(buildPage()), (draft) => {
    setUser(draft, buildUser())
    change(draft)
  })
const after = (state: State, event: Parameters<typeof applyEvent>[1], isNews = (_slice: string) => true) =>
  produce(state, (draft) => applyEvent(draft, event, isNews))

describe('the dashboard', () => {
  const bought = buildOrder({ paymentStatus: 'verified', orderStatus: 'processing', verifiedAt: at })
  const stats = { orders: 1, waiting: 0, completed: 0, spent: 1299, saved: 0, points: 12 }
  const shown = given((draft) =>
    setDashboard(draft, { data: { stats, months: [{ month: '2026-01', spent: 1299 }], recentPurchases: [bought] } }),
  )
  const told = (order: typeof bought, change: 'completed' | 'claimed' | 'created') =>
    buildEvent('user', 1, 'order.changed', { order, change })

  test('shows the order as it is, and asks for what it comes to', () => {
    const completed = { ...bought, orderStatus: 'completed' } as const
    const { activity } = after(shown, told(completed, 'completed'))
    expect(activity.dashboard!.recentPurchases).toEqual([completed])
    expect(activity.recount).toBe(1)
    expect(after(shown, told(buildOrder({ _id: 'o2' }), 'created')).activity.recount).toBe(1)
  })

  test('asks for nothing while somebody only looks, nor for what its answer knew', () => {
    expect(after(shown, told(bought, 'claimed')).activity.recount).toBe(0)
    expect(after(shown, told(bought, 'completed'), (slice) => slice !== dashboardKey).activity).toEqual(shown.activity)
    expect(
      after(
        given(() => undefined),
        told(bought, 'completed'),
      ).activity.recount,
    ).toBe(0)
  })

  test('has the new points at once', () => {
    const { activity } = after(shown, buildEvent('user', 1, 'points.changed', { entry: buildEntry(), totalPoints: 24 }))
    expect([activity.dashboard!.stats.points, activity.recount]).toEqual([24, 0])
  })

  test('is not of what staff hear of others', () => {
    const order = buildStaffOrder({ _id: 'o1' })
    expect(after(shown, buildEvent('staff', 1, 'order.changed', { order, change: 'paid' })).activity).toEqual(
      shown.activity,
    )
  })

  test('tells of one’s activity page by page', () => {
    const row = (n: number) => ({ _id: `a${n}`, type: 'login' as const, description: 'Logged in', createdAt: at - n })
    const first = given((draft) => setActivity(draft, { data: [row(1), row(2)], nextCursor: 'c' }))
    const all = produce(first, (draft) => addActivity(draft, 'c', { data: [row(2), row(3)], nextCursor: null }))
    expect(all.activity.list!.map(({ _id }) => _id)).toEqual(['a1', 'a2', 'a3'])
    expect(produce(first, (draft) => addActivity(draft, 'b', { data: [row(3)], nextCursor: null }))).toEqual(first)
  })

  test('draws its columns below a round amount of the currency', () => {
    expect([topOf([31_807], 'USD'), topOf([31_807], 'LKR'), topOf([0], 'USD'), topOf([], 'USD')]).toEqual([
      400, 100_000, 1, 1,
    ])
    expect([shortAmount(318.07), shortAmount(9.5), shortMoney(100_000, 'LKR')]).toEqual(['318', '9.5', 'Rs 100K'])
  })
})

test('a ledger is shown on without doubles, although what is new has moved its pages', () => {
  const entry = (n: number) => buildEntry({ _id: `p${n}`, createdAt: at - n })
  const shown = given((draft) => setPoints(draft, { totalPoints: 5, entries: [entry(1), entry(2)], totalCount: 4 }))
  const more = produce(shown, (draft) =>
    addPoints(draft, { totalPoints: 5, entries: [entry(2), entry(3), entry(4)], totalCount: 4 }),
  )
  expect(more.points.entries!.map(({ _id }) => _id)).toEqual(['p1', 'p2', 'p3', 'p4'])
})

test('referrals are what the store says, on one’s own stream alone', () => {
  const none = given((draft) => setReferrals(draft, { referral: null, usedCode: false }))
  const referral = { code: 'ADA', referred: [{ name: 'Ravi K.', joinedAt: at, rewarded: false }] }
  const told = after(none, buildEvent('user', 1, 'referral.changed', { referral, usedCode: true }))
  expect(told.referrals).toEqual({ known: true, own: referral, usedCode: true })
})

describe('a profile', () => {
  const waiting = { firstName: 'Élodie', email: 'new@example.com' }

  test('that waits is shown over what is heard meanwhile', () => {
    const shown = given((draft) => setWaiting(draft, waiting))
    const heard = after(shown, buildEvent('user', 1, 'user.changed', { user: buildUser({ darkMode: true }) }))
    expect(heard.accounts.user).toMatchObject({ firstName: 'Élodie', email: 'ada@example.com', darkMode: true })
  })

  test('asks no more for a link that was opened', () => {
    const shown = given((draft) => setUnconfirmed(draft, 'new@example.com'))
    expect(shown.profile.unconfirmed).toBe('new@example.com')
    const user = buildUser({ email: 'new@example.com' })
    expect(after(shown, buildEvent('user', 1, 'user.changed', { user })).profile.unconfirmed).toBeNull()
  })

  test('is of nobody else', () => {
    const shown = given((draft) => setWaiting(draft, waiting))
    const left = produce(shown, (draft) => forgetPerson(draft))
    expect([left.profile, left.referrals, left.activity]).toEqual([
      { waiting: null, unconfirmed: null },
      { known: false, own: null, usedCode: false },
      { dashboard: null, list: null, nextCursor: null, recount: 0 },
    ])
  })
})
