import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { setCart, setRequestedCount, settleCount } from '../../../client/cart/store.ts'
import { afterEvents, stateWith } from '../apply-events.ts'
import { at, buildEvent, buildItem, buildLine } from '../build.ts'

describe('the cart', () => {
  const item = buildItem()
  const line = buildLine(item)
  const loaded = stateWith((draft) => setCart(draft, [line]))
  const cartChanged = (lines: (typeof line)[], when?: number) => {
    const count = lines.reduce((sum, each) => sum + each.count, 0)
    return buildEvent('user', 1, 'cart.changed', { lines, count }, when)
  }

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

  it('hides items that are no longer for sale', () => {
    const { cart } = afterEvents(loaded, buildEvent('catalogue', 1, 'item.removed', { _id: item._id }))
    expect([cart.lines, cart.count]).toEqual([[], 0])
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
