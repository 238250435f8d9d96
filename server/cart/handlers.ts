import type { cartRoutes } from '../../shared/cart.ts'
import type { Handlers } from '../http/serve.ts'
import { addToCart, changeCount, removeFromCart } from './change-cart.ts'
import { countOf, readCart } from './read-cart.ts'

export const cartHandlers: Handlers<typeof cartRoutes> = {
  cart: async (_, { store, me }) => ({ data: await readCart(store.db, me.user.id) }),
  cartCount: async (_, { store, me }) => ({ data: { count: countOf(await readCart(store.db, me.user.id)) } }),
  addToCart: ({ item, count }, { me, change }) =>
    change(async (making) => ({
      data: await addToCart(making, me.user.id, item, count),
      message: 'Item added to cart successfully!',
    })),
  changeCount: ({ id, count }, { me, change }) =>
    change(async (making) => ({ data: await changeCount(making, me.user.id, id, count) })),
  removeFromCart: ({ id }, { me, change }) =>
    change(async (making) => ({
      data: await removeFromCart(making, me.user.id, id),
      message: 'Item removed from cart',
    })),
}
