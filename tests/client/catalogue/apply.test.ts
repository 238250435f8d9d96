import { describe, expect, it } from 'vitest'
import { countsKey, itemsKey, setItem, setItems } from '../../../client/catalogue/store.ts'
import type { State } from '../../../client/state.ts'
import type { Item } from '../../../shared/catalogue/schema.ts'
import { afterEvents, onlyPage, stateWith } from '../apply-events.ts'
import { at, buildEvent, buildItem, buildReview } from '../build.ts'

describe('an item that is put on sale', () => {
  const [cheap, dear] = [
    buildItem({ _id: 'i1', price: 500, createdAt: at }),
    buildItem({ _id: 'i2', price: 900, createdAt: at + 1 }),
  ]
  const added = buildItem({ _id: 'i3', price: 700, name: 'A new box', createdAt: at + 2 })
  const arrival = (item: Item) => buildEvent('catalogue', 1, 'item.changed', { item, arrived: true })

  it.each([
    [{}, true],
    [{ sortBy: 'price-low' }, true],
    [{ q: 'NEW  box' }, true],
    [{ q: 'old' }, false],
    [{ maxPrice: 600 }, false],
    [{ minPrice: 600, category: 'c1' }, true],
    [{ category: 'c2' }, false],
    [{ limit: 8 }, false],
    [{ from: 'a cursor' }, false],
    [{ duration: 'year' }, true],
    [{ duration: 'month' }, false],
    [{ minRating: '3' }, false],
  ] as const)('appears in the lists it belongs to: %j %s', (filter, isListed) => {
    const loaded = stateWith((draft) => setItems(draft, filter, onlyPage([])))
    const { lists } = afterEvents(loaded, arrival(added)).catalogue
    expect(lists[itemsKey(filter)]!.ids).toEqual(isListed ? ['i3'] : [])
  })

  it('comes first in the newest, and is counted', () => {
    const loaded = stateWith((draft) => setItems(draft, {}, onlyPage([dear, cheap])))
    const list = afterEvents(loaded, arrival(added)).catalogue.lists[itemsKey({})]
    expect(list).toMatchObject({ ids: ['i3', 'i2', 'i1'], totalCount: 3 })
  })

  it.each([
    ['price-low', [cheap, dear], ['i1', 'i3', 'i2']],
    ['price-high', [dear, cheap], ['i2', 'i3', 'i1']],
    ['name', [cheap, dear], ['i3', 'i1', 'i2']],
    ['rating', [dear, cheap], ['i3', 'i2', 'i1']],
  ] as const)('takes its place in a list sorted by %s', (sortBy, items, expected) => {
    const loaded = stateWith((draft) => setItems(draft, { sortBy }, onlyPage([...items])))
    const list = afterEvents(loaded, arrival(added)).catalogue.lists[itemsKey({ sortBy })]
    expect(list!.ids).toEqual(expected)
  })

  it('is counted when its place is after the loaded part', () => {
    const filter = { sortBy: 'price-low' } as const
    const page = { data: [cheap, dear], totalCount: 40, nextCursor: 'more' }
    const loaded = stateWith((draft) => setItems(draft, filter, page))
    const list = afterEvents(loaded, arrival({ ...added, price: 9999 })).catalogue.lists[itemsKey(filter)]
    expect(list).toMatchObject({ ids: ['i1', 'i2'], totalCount: 41 })
  })
})

it('renames a category on its items and sorts the categories', () => {
  const loaded: State = stateWith((draft) => {
    setItems(draft, {}, onlyPage([buildItem()]))
    draft.catalogue.categories = [
      { _id: 'c1', name: 'Cloud', itemCount: 1 },
      { _id: 'c2', name: 'Music', itemCount: 0 },
    ]
  })
  const data = { category: { _id: 'c1', name: 'Clouds', itemCount: 1 }, order: ['c2', 'c1'] }
  const { catalogue } = afterEvents(loaded, buildEvent('catalogue', 1, 'category.changed', data))
  expect(catalogue.items.i1!.category.name).toBe('Clouds')
  expect(catalogue.categories!.map(({ name }) => name)).toEqual(['Music', 'Clouds'])
})

it('has no counts of a filtered list after any change of the catalogue: only the server can count them', () => {
  const filter = { minPrice: 500 }
  const page = { ...onlyPage([buildItem()]), categoryCounts: [{ category: 'c1', count: 1 }] }
  const loaded = stateWith((draft) => setItems(draft, { ...filter, category: 'c2', sortBy: 'name' }, page))
  const key = countsKey(filter)
  expect(loaded.catalogue.counts[key]).toEqual(page.categoryCounts)
  const removed = buildEvent('catalogue', 1, 'item.removed', { _id: 'unknown' })
  expect(afterEvents(loaded, removed).catalogue.counts[key]).toBeUndefined()
})

describe('the catalogue', () => {
  const [first, second] = [buildItem({ _id: 'i1' }), buildItem({ _id: 'i2' })]
  const key = itemsKey({})
  const loaded = stateWith((draft) => {
    setItems(draft, {}, onlyPage([first, second]))
    setItem(draft, { ...first, description: '<p>Details</p>' })
    draft.catalogue.categories = [{ _id: 'c1', name: 'Cloud', itemCount: 2 }]
  })

  it('shows a changed item in its place', () => {
    const item = { ...first, price: 1 }
    const { catalogue } = afterEvents(loaded, buildEvent('catalogue', 1, 'item.changed', { item }))
    expect(catalogue.items.i1).toMatchObject({ price: 1 })
    expect(catalogue.lists[key]!.ids).toEqual(['i1', 'i2'])
    expect(catalogue.descriptions.i1).toBe('<p>Details</p>')
  })

  it('does not add an item that is not loaded', () => {
    const item = buildItem({ _id: 'i3' })
    const { catalogue } = afterEvents(loaded, buildEvent('catalogue', 1, 'item.changed', { item }))
    expect(catalogue).toEqual({ ...loaded.catalogue, counts: {} })
  })

  it('removes an item that is no longer for sale', () => {
    const { catalogue } = afterEvents(loaded, buildEvent('catalogue', 1, 'item.removed', { _id: 'i1' }))
    expect(catalogue.lists[key]).toMatchObject({ ids: ['i2'], totalCount: 1, nextCursor: null })
    expect([catalogue.items.i1, catalogue.descriptions.i1]).toEqual([undefined, undefined])
  })

  it('updates the rating of a reviewed item', () => {
    const data = { review: buildReview(), averageRating: 5, reviewCount: 1 }
    const { catalogue } = afterEvents(loaded, buildEvent('catalogue', 1, 'review.changed', data))
    expect(catalogue.items.i1).toMatchObject({ averageRating: 5, reviewCount: 1 })
  })

  it('renames, adds and removes categories', () => {
    const renamed = { _id: 'c1', name: 'Clouds', itemCount: 2 }
    const added = { _id: 'c2', name: 'Music', itemCount: 0 }
    const changed = afterEvents(
      loaded,
      buildEvent('catalogue', 1, 'category.changed', { category: renamed }),
      buildEvent('catalogue', 2, 'category.changed', { category: added }),
    )
    expect(changed.catalogue.categories).toEqual([renamed, added])
    const removed = afterEvents(changed, buildEvent('catalogue', 3, 'category.removed', { _id: 'c1' }))
    expect(removed.catalogue.categories).toEqual([added])
  })
})
