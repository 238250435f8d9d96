import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { setStaffItemDetails, setStaffItems, staffItemsKey } from '../../../../client/catalogue/staff/store.ts'
import { resetUserState, type State } from '../../../../client/state.ts'
import type { StaffCategory, StaffItem } from '../../../../shared/catalogue/staff-schema.ts'
import { afterEvents, onlyPage, stateWith } from '../../apply-events.ts'
import { at, buildEvent, buildItem, buildReview } from '../../build.ts'

const buildStaffItem = (_id: string, ms: number, fields: Partial<StaffItem> = {}): StaffItem => ({
  ...buildItem({ _id, createdAt: at + ms, updatedAt: at + ms }),
  archivedAt: null,
  draft: false,
  orderCount: 0,
  version: 1,
  ...fields,
})
const buildCategory = (_id: string, name: string): StaffCategory => ({
  _id,
  name,
  itemCount: 1,
  archivedCount: 0,
  draftCount: 0,
  couponCount: 0,
  version: 1,
})
const itemChanged = (item: StaffItem, seq = 1) => buildEvent('staff', seq, 'staff.item.changed', { item })

describe('items', () => {
  const [older, newer] = [buildStaffItem('i1', 1), buildStaffItem('i2', 2)]
  const loaded = stateWith((draft) => {
    setStaffItems(draft, {}, onlyPage([newer, older]))
    setStaffItems(draft, { archived: 'yes' }, onlyPage<StaffItem>([]))
    setStaffItems(draft, { q: 'box' }, onlyPage<StaffItem>([]))
    setStaffItemDetails(draft, { ...older, description: '<p>Old</p>' })
  })
  const idsOf = ({ staffCatalogue }: State, filter = {}) => staffCatalogue.lists[staffItemsKey(filter)]!.ids

  it('adds a new item at the top of the lists whose filter it matches', () => {
    const state = afterEvents(loaded, itemChanged(buildStaffItem('i3', 3, { name: 'A box' })))
    expect(idsOf(state)).toEqual(['i3', 'i2', 'i1'])
    expect(idsOf(state, { q: 'box' })).toEqual(['i3'])
    expect(idsOf(state, { archived: 'yes' })).toEqual([])
  })

  it('moves an item to the archived list and back', () => {
    const archived = afterEvents(loaded, itemChanged({ ...older, archivedAt: at + 9 }))
    expect([idsOf(archived), idsOf(archived, { archived: 'yes' })]).toEqual([['i2'], ['i1']])
    const restored = afterEvents(archived, itemChanged(older, 2))
    expect([idsOf(restored), idsOf(restored, { archived: 'yes' })]).toEqual([['i2', 'i1'], []])
  })

  it('removes a deleted item with its description', () => {
    const state = afterEvents(loaded, buildEvent('staff', 1, 'staff.item.removed', { _id: 'i1' }))
    expect(idsOf(state)).toEqual(['i2'])
    expect(state.staffCatalogue.items.i1).toBeUndefined()
    expect(state.staffCatalogue.descriptions.i1).toBeUndefined()
  })

  it('keeps the description of a changed item, with the version it belongs to', () => {
    const { staffCatalogue } = afterEvents(loaded, itemChanged({ ...older, price: 1, version: 2 }))
    expect(staffCatalogue.descriptions.i1).toEqual({ html: '<p>Old</p>', version: 1 })
    expect(staffCatalogue.items.i1!.version).toBe(2)
  })

  it('updates the rating after a review', () => {
    const data = { review: buildReview({ item: 'i1' }), averageRating: 4.5, reviewCount: 2 }
    const { staffCatalogue } = afterEvents(loaded, buildEvent('catalogue', 1, 'review.changed', data))
    expect(staffCatalogue.items.i1).toMatchObject({ averageRating: 4.5, reviewCount: 2 })
  })

  it('counts a new item, but not one that was only not loaded', () => {
    const page = { data: [buildStaffItem('i9', 9), buildStaffItem('i8', 8)], totalCount: 60, nextCursor: 'more' }
    const long = stateWith((draft) => setStaffItems(draft, {}, page))
    const listAfter = (item: StaffItem) => afterEvents(long, itemChanged(item)).staffCatalogue.lists[staffItemsKey({})]
    expect(listAfter(buildStaffItem('i1', 1))).toMatchObject({ ids: ['i9', 'i8'], totalCount: 60 })
    expect(listAfter(buildStaffItem('ia', 10))).toMatchObject({ ids: ['ia', 'i9', 'i8'], totalCount: 61 })
  })

  it('are cleared when the user logs out', () => {
    expect(produce(loaded, (draft) => void resetUserState(draft)).staffCatalogue.items).toEqual({})
  })
})

describe('categories', () => {
  const loaded = stateWith((draft) => {
    draft.staffCatalogue.categories = [buildCategory('c1', 'Cloud'), buildCategory('c2', 'Music')]
    setStaffItems(draft, {}, onlyPage([buildStaffItem('i1', 1)]))
  })
  const namesOf = ({ staffCatalogue }: State) => staffCatalogue.categories!.map(({ name }) => name)
  const categoryChanged = (category: StaffCategory, order?: string[]) =>
    buildEvent('staff', 1, 'staff.category.changed', { category, ...(order && { order }) })

  it('renames a category in place and on its items', () => {
    const renamed = afterEvents(loaded, categoryChanged(buildCategory('c1', 'Clouds')))
    expect(namesOf(renamed)).toEqual(['Clouds', 'Music'])
    expect(renamed.staffCatalogue.items.i1!.category.name).toBe('Clouds')
  })

  it('adds a new category where the order says', () => {
    const added = afterEvents(loaded, categoryChanged(buildCategory('c3', 'Games'), ['c3', 'c2', 'c1']))
    expect(namesOf(added)).toEqual(['Games', 'Music', 'Cloud'])
  })

  it('removes a deleted category', () => {
    const removed = afterEvents(loaded, buildEvent('staff', 1, 'staff.category.removed', { _id: 'c1' }))
    expect(namesOf(removed)).toEqual(['Music'])
  })
})
