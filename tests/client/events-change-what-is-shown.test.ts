import { produce } from 'immer'
import { describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../shared/stream.ts'
import { setUser } from '../../client/accounts/store.ts'
import { setCart, settleCount, wantCount } from '../../client/cart/store.ts'
import { itemsKey, setItem, setItems } from '../../client/catalogue/store.ts'
import { addNotifications, setNotifications } from '../../client/notifications/store.ts'
import { ordersKey, setOrders } from '../../client/orders/store.ts'
import { setPoints } from '../../client/points/store.ts'
import { setReviews } from '../../client/reviews/store.ts'
import { setQueue, setStaffOrders, staffOrdersKey } from '../../client/staff/store.ts'
import { applyEvent, hearSignal } from '../../client/apply.ts'
import { initialState, type State } from '../../client/state.ts'
import {
  at,
  buildEntry,
  buildEvent,
  buildItem,
  buildLine,
  buildNotification,
  buildOrder,
  buildPage,
  buildReview,
  buildStaffOrder,
  buildUser,
} from './build.ts'

const counts = { pending: 3, paid: 2, verified: 0, failed: 0, cancelled: 0, refunded: 0 }
const whole = <Row>(data: Row[]) => ({ data, totalCount: data.length, nextCursor: null })
const part = <Row>(data: Row[], totalCount: number) => ({ data, totalCount, nextCursor: 'more' })

const given = (change: (draft: State) => void) => produce(initialState(buildPage()), (draft) => void change(draft))

/** After the events; and after them once more, which has to change nothing. */
function after(state: State, ...events: StreamEvent[]): State {
  const apply = (from: State) =>
    events.reduce((before, event) => produce(before, (draft) => applyEvent(draft, event, () => true)), from)
  const once = apply(state)
  const twice = apply(once)
  expect({ ...twice, staff: { ...twice.staff, recount: 0 } }).toEqual({ ...once, staff: { ...once.staff, recount: 0 } })
  return once
}

describe('the catalogue', () => {
  const [one, two, three] = ['i1', 'i2', 'i3'].map((_id) => buildItem({ _id })) as [Item, Item, Item]
  type Item = ReturnType<typeof buildItem>
  const shown = given((draft) => {
    setItems(draft, {}, whole([one, two]))
    setItem(draft, { ...one, description: '<p>All of it</p>' })
    draft.catalogue.categories = [{ _id: 'c1', name: 'Cloud', itemCount: 2 }]
  })
  const key = itemsKey({})

  test('shows the new price of an item in its place', () => {
    const { catalogue } = after(shown, buildEvent('catalogue', 1, 'item.changed', { item: { ...one, price: 1 } }))
    expect(catalogue.items.i1).toMatchObject({ price: 1 })
    expect(catalogue.lists[key]!.ids).toEqual(['i1', 'i2'])
    expect(catalogue.descriptions.i1).toBe('<p>All of it</p>')
  })

  test('does not guess where an item belongs that it has not', () => {
    const { catalogue } = after(shown, buildEvent('catalogue', 1, 'item.changed', { item: three }))
    expect(catalogue).toEqual(shown.catalogue)
  })

  test('takes out what is not sold any more', () => {
    const { catalogue } = after(shown, buildEvent('catalogue', 1, 'item.removed', { _id: 'i1' }))
    expect(catalogue.lists[key]).toEqual({ ids: ['i2'], totalCount: 1, nextCursor: null })
    expect([catalogue.items.i1, catalogue.descriptions.i1]).toEqual([undefined, undefined])
  })

  test('rates an item as its reviews do', () => {
    const review = buildReview()
    const data = { review, averageRating: 5, reviewCount: 1 }
    const rated = after(shown, buildEvent('catalogue', 1, 'review.changed', data))
    expect(rated.catalogue.items.i1).toMatchObject({ averageRating: 5, reviewCount: 1 })
  })

  test('renames, adds and removes categories', () => {
    const category = { _id: 'c1', name: 'Clouds', itemCount: 2 }
    const other = { _id: 'c2', name: 'Music', itemCount: 0 }
    const changed = after(
      shown,
      buildEvent('catalogue', 1, 'category.changed', { category }),
      buildEvent('catalogue', 2, 'category.changed', { category: other }),
    )
    expect(changed.catalogue.categories).toEqual([category, other])
    const removed = after(changed, buildEvent('catalogue', 3, 'category.removed', { _id: 'c1' }))
    expect(removed.catalogue.categories).toEqual([other])
  })

  test('has one name for a filter, in whatever order it is given, and none for its pages', () => {
    expect(itemsKey({ q: 'a=1&b', category: 'c1' })).toBe(itemsKey({ category: 'c1', q: 'a=1&b', cursor: 'x' }))
    expect(itemsKey({ q: 'a' })).not.toBe(itemsKey({ q: 'b' }))
  })
})

test('reviews are put in, changed and taken out where they belong', () => {
  const [old, older] = [buildReview({ createdAt: at + 1 }), buildReview({ _id: 'r0', createdAt: at })]
  const shown = given((draft) => setReviews(draft, 'i1', part([old, older], 9)))
  const fresh = buildReview({ _id: 'r2', createdAt: at + 2 })
  const ancient = buildReview({ _id: 'r9', createdAt: at - 1 })
  const rating = { averageRating: 4, reviewCount: 10 }
  const changed = after(
    shown,
    buildEvent('catalogue', 1, 'review.changed', { review: fresh, ...rating }),
    buildEvent('catalogue', 2, 'review.changed', { review: { ...old, stars: 1 }, ...rating }),
    buildEvent('catalogue', 3, 'review.changed', { review: ancient, ...rating }),
    buildEvent('catalogue', 4, 'review.removed', { _id: 'r0', item: 'i1', averageRating: 3, reviewCount: 9 }),
  )
  expect(changed.reviews.byItem.i1).toEqual({ list: [fresh, { ...old, stars: 1 }], totalCount: 9, nextCursor: 'more' })
})

describe('the cart', () => {
  const item = buildItem()
  const line = buildLine(item)
  const shown = given((draft) => setCart(draft, [line]))
  const cartOf = (lines: (typeof line)[]) => ({ lines, count: lines.reduce((sum, one) => sum + one.count, 0) })

  test('is what the store says', () => {
    const { cart } = after(shown, buildEvent('user', 1, 'cart.changed', cartOf([{ ...line, count: 3 }])))
    expect([cart.lines, cart.count]).toEqual([[{ ...line, count: 3 }], 3])
  })

  test('shows the price of now, also when an older event of the cart comes last', () => {
    const dearer = { ...item, price: 9999 }
    const { cart } = after(
      shown,
      buildEvent('catalogue', 1, 'item.changed', { item: dearer }, at + 10),
      buildEvent('user', 1, 'cart.changed', cartOf([{ ...line, count: 2 }]), at + 5),
    )
    expect(cart.lines![0]).toMatchObject({ count: 2, item: { price: 9999 }, priceWhenAdded: line.priceWhenAdded })
  })

  test('does not show what is not sold any more', () => {
    const { cart } = after(shown, buildEvent('catalogue', 1, 'item.removed', { _id: item._id }))
    expect([cart.lines, cart.count]).toEqual([[], 0])
  })

  test('shows what was asked for until it is answered, whatever is heard meanwhile', () => {
    const asked = produce(shown, (draft) => wantCount(draft, line._id, 5))
    expect([asked.cart.lines![0]!.count, asked.cart.count, asked.cart.busy]).toEqual([5, 5, { [line._id]: true }])
    const other = buildLine(buildItem({ _id: 'i2' }))
    const heard = after(asked, buildEvent('user', 1, 'cart.changed', cartOf([line, other])))
    expect([heard.cart.lines!.map(({ count }) => count), heard.cart.count]).toEqual([[5, 1], 6])
    const settled = produce(heard, (draft) => settleCount(draft, line._id))
    expect([settled.cart.lines, settled.cart.busy]).toEqual([[line, other], {}])
  })
})

describe('orders', () => {
  const [first, second] = [buildOrder({ createdAt: at }), buildOrder({ _id: 'o2', createdAt: at + 1 })]
  const pending = { paymentStatus: 'pending' } as const
  const shown = given((draft) => {
    setOrders(draft, {}, whole([second, first]))
    setOrders(draft, pending, whole([second, first]))
    setOrders(draft, { paymentStatus: 'paid' }, whole([]))
  })
  const idsOf = ({ orders }: State, filters: Parameters<typeof ordersKey>[0]) => orders.lists[ordersKey(filters)]!.ids
  const told = (seq: number, order: typeof first) => buildEvent('user', seq, 'order.changed', { order, change: 'paid' })

  test('move between the lists as they move through their life', () => {
    const paid = after(shown, told(1, { ...first, paymentStatus: 'paid', paidAt: at + 5 }))
    expect(paid.orders.byId.o1).toMatchObject({ paymentStatus: 'paid' })
    expect([idsOf(paid, {}), idsOf(paid, pending), idsOf(paid, { paymentStatus: 'paid' })]).toEqual([
      ['o2', 'o1'],
      ['o2'],
      ['o1'],
    ])
    expect(paid.orders.lists[ordersKey(pending)]!.totalCount).toBe(1)
  })

  test('that are new come first', () => {
    const placed = after(shown, told(1, buildOrder({ _id: 'o3', createdAt: at + 9 })))
    expect(idsOf(placed, pending)).toEqual(['o3', 'o2', 'o1'])
    expect(placed.orders.lists[ordersKey({})]!.totalCount).toBe(3)
  })

  test('beyond the part that is loaded are counted and left there', () => {
    const some = given((draft) => setOrders(draft, pending, part([second], 5)))
    const older = after(some, told(1, buildOrder({ _id: 'o0', createdAt: at - 9 })))
    expect(older.orders.lists[ordersKey(pending)]).toEqual({ ids: ['o2'], totalCount: 6, nextCursor: 'more' })
  })

  test('of other customers, as staff hear of them, are not one’s own', () => {
    const order = buildStaffOrder({ _id: 'o7' })
    const heard = after(shown, buildEvent('staff', 1, 'order.changed', { order, change: 'created' }))
    expect(heard.orders).toEqual(shown.orders)
  })

  test('say who looks and how many are before them, until they are checked', () => {
    const heard = produce(shown, (draft) => {
      hearSignal(draft, { type: 'viewing', data: { orderId: 'o1', name: 'Mira' } })
      hearSignal(draft, { type: 'queue', data: { orderId: 'o1', ahead: 2 } })
    })
    expect([heard.orders.viewing, heard.orders.ahead]).toEqual([{ o1: 'Mira' }, { o1: 2 }])
    const left = produce(heard, (draft) => hearSignal(draft, { type: 'viewing', data: { orderId: 'o1', name: null } }))
    expect(left.orders.viewing).toEqual({})
    const verified = after(heard, told(1, { ...first, paymentStatus: 'verified', orderStatus: 'processing' }))
    expect(verified.orders.ahead).toEqual({})
  })
})

describe('notifications', () => {
  const [old, older] = [buildNotification({ createdAt: at + 1 }), buildNotification({ _id: 'n0', createdAt: at })]
  const page = { notifications: [old, older], unread: 2, nextCursor: null }
  const shown = given((draft) => setNotifications(draft, page))

  test('that are new come first, and are counted also before the others are loaded', () => {
    const notification = buildNotification({ _id: 'n2', createdAt: at + 2 })
    const event = buildEvent('user', 1, 'notification.created', { notification, unread: 3 })
    expect(after(shown, event).notifications).toEqual({ list: [notification, old, older], unread: 3, nextCursor: null })
    expect(after(initialState(buildPage()), event).notifications).toMatchObject({ list: null, unread: 3 })
  })

  test('are read one by one, and all at once', () => {
    const one = after(shown, buildEvent('user', 1, 'notification.read', { ids: ['n0'], unread: 1 }))
    expect(one.notifications.list!.map(({ read }) => read)).toEqual([false, true])
    const all = after(shown, buildEvent('user', 1, 'notification.read', { ids: 'all', unread: 0 }))
    expect([all.notifications.list!.every(({ read }) => read), all.notifications.unread]).toEqual([true, 0])
  })

  test('of a page that no longer follows are not added', () => {
    const next = { notifications: [buildNotification({ _id: 'n9', createdAt: at - 1 })], unread: 2, nextCursor: null }
    const some = produce(shown, (draft) => void (draft.notifications.nextCursor = 'c'))
    const ids = (state: State) => state.notifications.list!.map(({ _id }) => _id)
    expect(ids(produce(some, (draft) => addNotifications(draft, 'c', next)))).toEqual(['n1', 'n0', 'n9'])
    expect(ids(produce(some, (draft) => addNotifications(draft, 'b', next)))).toEqual(['n1', 'n0'])
  })
})

test('points are the ledger’s sum, in the profile and with the user', () => {
  const entry = buildEntry({ _id: 'p2', createdAt: at + 1 })
  const shown = given((draft) => {
    setUser(draft, buildUser({ points: 12 }))
    setPoints(draft, { totalPoints: 12, entries: [buildEntry()], totalCount: 1 })
  })
  const earned = after(shown, buildEvent('user', 1, 'points.changed', { entry, totalPoints: 24 }))
  expect(earned.points).toMatchObject({ total: 24, totalCount: 2, entries: [entry, buildEntry()] })
  expect(earned.accounts.user!.points).toBe(24)
})

test('a user’s settings change in every tab; a stranger’s do not', () => {
  const shown = given((draft) => setUser(draft, buildUser()))
  const user = buildUser({ darkMode: true, currency: 'LKR', firstName: 'Élodie' })
  const changed = after(shown, buildEvent('user', 1, 'user.changed', { user }))
  expect(changed.accounts.prefs).toEqual({ theme: 'dark', currency: 'LKR', initials: 'ÉL' })
  const stranger = buildEvent('user', 1, 'user.changed', { user: buildUser({ _id: 'u9' }) })
  expect(after(shown, stranger)).toEqual(shown)
})

describe('staff', () => {
  const waiting = (n: number) =>
    buildStaffOrder({ _id: `o${n}`, paymentStatus: 'paid', paidAt: at + n, createdAt: at - n })
  const shown = given((draft) => setQueue(draft, { ...whole([waiting(1), waiting(3)]), counts }))
  const told = (seq: number, order: ReturnType<typeof waiting>) =>
    buildEvent('staff', seq, 'order.changed', { order, change: 'paid' })

  test('see a payment enter the queue by how long it waits, and leave it when it is checked', () => {
    const entered = after(shown, told(1, waiting(2)))
    expect(entered.staff.queue).toEqual({ ids: ['o1', 'o2', 'o3'], totalCount: 3, nextCursor: null })
    const checked = after(entered, told(2, { ...waiting(1), paymentStatus: 'verified', orderStatus: 'processing' }))
    expect(checked.staff.queue!.ids).toEqual(['o2', 'o3'])
    expect(checked.staff.counts).toMatchObject({ paid: 1, verified: 1 })
    expect(checked.staff.recount).toBeGreaterThan(shown.staff.recount)
  })

  test('see a colleague take a payment without its place changing', () => {
    const checking = { name: 'Mira', since: at, until: at + 1 }
    const { staff } = after(shown, told(1, { ...waiting(1), checking, checkingBy: 'u7' }))
    expect([staff.queue!.ids, staff.byId.o1!.checking]).toEqual([['o1', 'o3'], checking])
    expect(staff.recount).toBe(0)
  })

  test('see orders leave a list that they do not belong to any more, but none appear among what was searched', () => {
    const [pending, found] = [{ paymentStatus: 'pending' } as const, { q: 'ada' }]
    const order = buildStaffOrder({ _id: 'o5' })
    const lists = given((draft) => {
      setStaffOrders(draft, pending, { ...whole([order]), counts })
      setStaffOrders(draft, found, { ...whole([order]), counts })
    })
    const moved = after(lists, told(1, { ...order, paymentStatus: 'paid', paidAt: at }), told(2, waiting(6)))
    expect(moved.staff.lists[staffOrdersKey(pending)]!.ids).toEqual([])
    expect(moved.staff.lists[staffOrdersKey(found)]!.ids).toEqual(['o5'])
  })
})
