import { produce } from 'immer'
import { describe, expect, test } from 'vitest'
import type { StaffCategory, StaffCoupon, StaffItem } from '../../shared/staff-catalogue.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { applyEvent } from '../../client/apply.ts'
import { itemsKey, setItems } from '../../client/catalogue/store.ts'
import {
  couponsKey,
  setCoupons,
  setStaffItemDetails,
  setStaffItems,
  staffItemsKey,
} from '../../client/staff-catalogue/store.ts'
import { initialState, type State } from '../../client/state.ts'
import { at, buildEvent, buildItem, buildPage, buildReview } from './build.ts'

const given = (change: (draft: State) => void) => produce(initialState(buildPage()), (draft) => void change(draft))
const whole = <Row>(data: Row[]) => ({ data, totalCount: data.length, nextCursor: null })
const part = <Row>(data: Row[], totalCount: number) => ({ data, totalCount, nextCursor: 'more' })

/** After the events; and after them once more, which has to change nothing. */
function after(state: State, ...events: StreamEvent[]): State {
  const apply = (from: State) =>
    events.reduce((before, event) => produce(before, (draft) => applyEvent(draft, event, () => true)), from)
  const once = apply(state)
  expect(apply(once)).toEqual(once)
  return once
}

const staffItem = (_id: string, n: number, more: Partial<StaffItem> = {}): StaffItem => ({
  ...buildItem({ _id, createdAt: at + n, updatedAt: at + n }),
  archivedAt: null,
  orderCount: 0,
  ...more,
})
const coupon = (_id: string, n: number, more: Partial<StaffCoupon> = {}): StaffCoupon => ({
  _id,
  code: _id.toUpperCase(),
  type: 'Percentage',
  amount: 1000,
  validItem: null,
  validCategory: null,
  itemName: null,
  categoryName: null,
  expiresAt: null,
  usesLimit: null,
  usesPerCustomer: null,
  uses: 0,
  archivedAt: null,
  createdAt: at + n,
  version: 'a version',
  ...more,
})
const category = (_id: string, name: string): StaffCategory => ({
  _id,
  name,
  itemCount: 1,
  archivedCount: 0,
  couponCount: 0,
})
const told = (item: StaffItem, seq = 1) => buildEvent('staff', seq, 'staff.item.changed', { item })

describe('the items of staff', () => {
  const [old, newer] = [staffItem('i1', 1), staffItem('i2', 2)]
  const shown = given((draft) => {
    setStaffItems(draft, {}, whole([newer, old]))
    setStaffItems(draft, { archived: 'yes' }, whole<StaffItem>([]))
    setStaffItems(draft, { q: 'box' }, whole<StaffItem>([]))
    setStaffItemDetails(draft, { ...old, description: '<p>Old</p>' })
  })
  const idsOf = ({ staffCatalogue }: State, filter = {}) => staffCatalogue.lists[staffItemsKey(filter)]!.ids

  test('begin with the newest', () => {
    const fresh = staffItem('i3', 3, { name: 'A box' })
    const state = after(shown, told(fresh))
    expect(idsOf(state)).toEqual(['i3', 'i2', 'i1'])
    expect(idsOf(state, { q: 'box' })).toEqual(['i3'])
    expect(idsOf(state, { archived: 'yes' })).toEqual([])
  })

  test('go from the shelf to the archive and back', () => {
    const archived = after(shown, told({ ...old, archivedAt: at + 9 }))
    expect([idsOf(archived), idsOf(archived, { archived: 'yes' })]).toEqual([['i2'], ['i1']])
    const back = after(archived, told(old, 2))
    expect([idsOf(back), idsOf(back, { archived: 'yes' })]).toEqual([['i2', 'i1'], []])
  })

  test('leave for good when they are deleted', () => {
    const state = after(shown, buildEvent('staff', 1, 'staff.item.removed', { _id: 'i1' }))
    expect([idsOf(state), state.staffCatalogue.items.i1, state.staffCatalogue.descriptions.i1]).toEqual([
      ['i2'],
      undefined,
      undefined,
    ])
  })

  test('keep the description that they had, which is known to be older', () => {
    const { staffCatalogue } = after(shown, told({ ...old, price: 1, updatedAt: at + 9 }))
    expect(staffCatalogue.descriptions.i1!.updatedAt).toBeLessThan(staffCatalogue.items.i1!.updatedAt)
  })

  test('have the rating of their reviews', () => {
    const data = { review: buildReview({ item: 'i1' }), averageRating: 4.5, reviewCount: 2 }
    const { staffCatalogue } = after(shown, buildEvent('catalogue', 1, 'review.changed', data))
    expect(staffCatalogue.items.i1).toMatchObject({ averageRating: 4.5, reviewCount: 2 })
  })

  test('are counted as before when one changes that was not loaded', () => {
    const long = given((draft) => setStaffItems(draft, {}, part([staffItem('i9', 9), staffItem('i8', 8)], 60)))
    const changed = after(long, told(staffItem('i1', 1, { price: 1 })))
    expect(changed.staffCatalogue.lists[staffItemsKey({})]).toMatchObject({ ids: ['i9', 'i8'], totalCount: 60 })
    const more = after(long, told(staffItem('ia', 10)))
    expect(more.staffCatalogue.lists[staffItemsKey({})]).toMatchObject({ ids: ['ia', 'i9', 'i8'], totalCount: 61 })
  })

  test('are forgotten with whoever was signed in', async () => {
    const { forgetPerson } = await import('../../client/state.ts')
    expect(produce(shown, (draft) => void forgetPerson(draft)).staffCatalogue.items).toEqual({})
  })
})

test('coupons come, change their uses and go', () => {
  const shown = given((draft) => setCoupons(draft, {}, whole([coupon('b', 2), coupon('a', 1)])))
  const list = ({ staffCatalogue }: State) => staffCatalogue.lists[couponsKey({})]!.ids
  const used = after(shown, buildEvent('staff', 1, 'coupon.changed', { coupon: coupon('a', 1, { uses: 3 }) }))
  expect([list(used), used.staffCatalogue.coupons.a!.uses]).toEqual([['b', 'a'], 3])
  const more = after(used, buildEvent('staff', 2, 'coupon.changed', { coupon: coupon('c', 3) }))
  expect(list(more)).toEqual(['c', 'b', 'a'])
  const ended = coupon('c', 3, { archivedAt: at + 9 })
  expect(list(after(more, buildEvent('staff', 3, 'coupon.changed', { coupon: ended })))).toEqual(['b', 'a'])
  expect(list(after(more, buildEvent('staff', 3, 'coupon.removed', { _id: 'b' })))).toEqual(['c', 'a'])
})

test('categories come, move, are renamed everywhere, and go', () => {
  const shown = given((draft) => {
    draft.staffCatalogue.categories = [category('c1', 'Cloud'), category('c2', 'Music')]
    setStaffItems(draft, {}, whole([staffItem('i1', 1)]))
    setCoupons(draft, {}, whole([coupon('a', 1, { validCategory: 'c1', categoryName: 'Cloud' })]))
  })
  const names = ({ staffCatalogue }: State) => staffCatalogue.categories!.map(({ name }) => name)
  const tell = (one: StaffCategory, order?: string[]) =>
    buildEvent('staff', 1, 'staff.category.changed', { category: one, ...(order && { order }) })
  const renamed = after(shown, tell(category('c1', 'Clouds')))
  expect(names(renamed)).toEqual(['Clouds', 'Music'])
  expect(renamed.staffCatalogue.items.i1!.category.name).toBe('Clouds')
  expect(renamed.staffCatalogue.coupons.a!.categoryName).toBe('Clouds')
  expect(names(after(shown, tell(category('c3', 'Games'), ['c3', 'c2', 'c1'])))).toEqual(['Games', 'Music', 'Cloud'])
  expect(names(after(shown, buildEvent('staff', 1, 'staff.category.removed', { _id: 'c1' })))).toEqual(['Music'])
})

describe('an item that comes onto the shelf', () => {
  const [one, two] = [
    buildItem({ _id: 'i1', price: 500, createdAt: at }),
    buildItem({ _id: 'i2', price: 900, createdAt: at + 1 }),
  ]
  const fresh = buildItem({ _id: 'i3', price: 700, name: 'A new box', createdAt: at + 2 })
  const filters = [
    {},
    { sortBy: 'price-low' },
    { q: 'NEW  box' },
    { q: 'old' },
    { maxPrice: 600 },
    { minPrice: 600, category: 'c1' },
    { category: 'c2' },
    { limit: 8 },
  ] as const
  const shown = given((draft) =>
    filters.forEach((filter) =>
      setItems(draft, filter, whole('q' in filter || 'category' in filter ? [] : [two, one])),
    ),
  )
  const idsOf = (state: State, filter: (typeof filters)[number]) => state.catalogue.lists[itemsKey(filter)]!.ids

  test('goes where it belongs in every list', () => {
    const state = after(shown, buildEvent('catalogue', 1, 'item.changed', { item: fresh, arrived: true }))
    expect(filters.map((filter) => idsOf(state, filter).includes('i3'))).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
      false,
      false,
    ])
    expect(idsOf(state, {})).toEqual(['i3', 'i2', 'i1'])
    expect(state.catalogue.lists[itemsKey({})]!.totalCount).toBe(3)
  })

  test('stands by its price, its name or its stars where that is how it is sorted', () => {
    const sorted = (sortBy: 'price-low' | 'price-high' | 'name' | 'rating', ...ids: string[]) => {
      const rows = { i1: one, i2: two } as Record<string, typeof one>
      const state = given((draft) => setItems(draft, { sortBy }, whole(ids.map((id) => rows[id]!))))
      const changed = after(state, buildEvent('catalogue', 1, 'item.changed', { item: fresh, arrived: true }))
      return changed.catalogue.lists[itemsKey({ sortBy })]!.ids
    }
    expect(sorted('price-low', 'i1', 'i2')).toEqual(['i1', 'i3', 'i2'])
    expect(sorted('price-high', 'i2', 'i1')).toEqual(['i2', 'i3', 'i1'])
    expect(sorted('name', 'i1', 'i2')).toEqual(['i3', 'i1', 'i2'])
    expect(sorted('rating', 'i2', 'i1')).toEqual(['i3', 'i2', 'i1'])
  })

  test('is counted where it is further down than what is shown', () => {
    const cheap = { ...fresh, price: 9999 }
    const long = given((draft) => setItems(draft, { sortBy: 'price-low' }, part([one, two], 40)))
    const state = after(long, buildEvent('catalogue', 1, 'item.changed', { item: cheap, arrived: true }))
    expect(state.catalogue.lists[itemsKey({ sortBy: 'price-low' })]).toMatchObject({
      ids: ['i1', 'i2'],
      totalCount: 41,
    })
  })
})

test('a renamed category is renamed on the items of the shop, and a new order is kept', () => {
  const shown = given((draft) => {
    setItems(draft, {}, whole([buildItem()]))
    draft.catalogue.categories = [
      { _id: 'c1', name: 'Cloud', itemCount: 1 },
      { _id: 'c2', name: 'Music', itemCount: 0 },
    ]
  })
  const data = { category: { _id: 'c1', name: 'Clouds', itemCount: 1 }, order: ['c2', 'c1'] }
  const { catalogue } = after(shown, buildEvent('catalogue', 1, 'category.changed', data))
  expect(catalogue.items.i1!.category.name).toBe('Clouds')
  expect(catalogue.categories!.map(({ name }) => name)).toEqual(['Music', 'Clouds'])
})
