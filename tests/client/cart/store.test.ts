import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { setCart, setRequestedCount, settleCount } from '../../../client/cart/store.ts'
import { afterEvents, stateWith } from '../apply-events.ts'
import { at, buildEvent, buildItem, buildLine } from '../build.ts'

describe('the cart', () => {
  const item = buildItem()
  const line = buildLine(item)
  const loaded = stateWith((draft) => setCart(draft, [line]))
  const cartChanged = (lines: (typeof line)[], when?: number, unavailable?: (typeof line)[]) => {
    const count = lines.reduce((sum, each) => sum + each.count, 0)
    return buildEvent('user', 1, 'cart.changed', { lines, count, unavailable }, when)
  }
  const removed = (when?: number) => buildEvent('catalogue', 1, 'item.removed', { _id: item._id }, when)
  const changed = (price: number, when?: number) =>
    buildEvent('catalogue', 2, 'item.changed', { item: { ...item, price } }, when)

  it('shows the server’s lines', () => {
    const { cart } = afterEvents(loaded, cartChanged([{ ...line, count: 3 }]))
    expect([cart.lines, cart.count]).toEqual([[{ ...line, count: 3 }], 3])
  })

  it('shows the current price, even if an older cart event arrives last', () => {
    const { cart } = afterEvents(
      loaded,
      buildEvent('catalogue', 1, 'item.changed', { item: { ...item, price: 9999 } }, at + 10),
      cartChanged([{ ...line, count: 2 }], at + 5),
    )
    expect(cart.lines![0]).toMatchObject({ count: 2, item: { price: 9999 }, priceWhenAdded: line.priceWhenAdded })
  })

  it('moves a line to `unavailable` while its item is not for sale', () => {
    const other = buildLine(buildItem({ _id: 'i2' }), { count: 2 })
    const both = stateWith((draft) => setCart(draft, [line, other]))
    const { cart } = afterEvents(both, removed())
    expect([cart.lines, cart.unavailable, cart.count]).toEqual([[other], [line], 2])
    const back = afterEvents(both, removed(), changed(500))
    expect([back.cart.lines!.map(({ item: { price } }) => price), back.cart.unavailable]).toEqual([[500, 1299], []])
  })

  it('shows the server’s unavailable lines, and counts those that are for sale', () => {
    const gone = buildLine(buildItem({ _id: 'i2' }), { count: 4 })
    const { cart } = stateWith((draft) => setCart(draft, [line], [gone]))
    expect([cart.lines, cart.unavailable, cart.count]).toEqual([[line], [gone], 1])
    expect(stateWith((draft) => setCart(draft, [line])).cart.unavailable).toEqual([])
  })

  it.each([
    ['removed, then the cart before that', [removed(at + 10), cartChanged([line], at + 5)], [], [line]],
    ['the cart, then removed before that', [cartChanged([line], at + 10), removed(at + 5)], [line], []],
    ['the cart without it, then put back', [cartChanged([], at + 5, [line]), changed(1299, at + 10)], [line], []],
    [
      'the cart without it, then changed before that',
      [cartChanged([], at + 10, [line]), changed(5, at + 5)],
      [],
      [line],
    ],
    ['put back, then the cart before that', [changed(1299, at + 10), cartChanged([], at + 5, [line])], [line], []],
    ['removed, then the cart without the line', [removed(at + 5), cartChanged([], at + 10)], [], []],
  ])('follows the order of events: %s', (_, events, lines, unavailable) => {
    const { cart } = afterEvents(loaded, ...events)
    expect([cart.lines, cart.unavailable]).toEqual([lines, unavailable])
  })

  it('hides an unavailable line as soon as its removal is requested, and shows it again if that fails', () => {
    const gone = afterEvents(loaded, removed())
    const requested = produce(gone, (draft) => setRequestedCount(draft, line._id, 0))
    expect([requested.cart.lines, requested.cart.unavailable]).toEqual([[], []])
    expect(produce(requested, (draft) => settleCount(draft, line._id)).cart.unavailable).toEqual([line])
  })

  it('shows the requested count until the server has answered, whatever events arrive', () => {
    const requested = produce(loaded, (draft) => setRequestedCount(draft, line._id, 5))
    expect([requested.cart.lines![0]!.count, requested.cart.count]).toEqual([5, 5])
    expect(requested.cart.busy).toEqual({ [line._id]: true })
    const other = buildLine(buildItem({ _id: 'i2' }))
    const changed = afterEvents(requested, cartChanged([line, other]))
    expect([changed.cart.lines!.map(({ count }) => count), changed.cart.count]).toEqual([[5, 1], 6])
    const settled = produce(changed, (draft) => settleCount(draft, line._id))
    expect([settled.cart.lines, settled.cart.busy]).toEqual([[line, other], {}])
  })
})
