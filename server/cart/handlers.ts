import type { cartRoutes } from '../../shared/cart/routes.ts'
import { describeMerge } from '../../shared/cart/rules.ts'
import type { Handlers } from '../http/serve.ts'
import { addToCart, changeCount, removeFromCart } from './change-cart.ts'
import { mergeCart } from './merge-cart.ts'
import { type Cart, countOf, readCart, readCartItems } from './read-cart.ts'

export const cartHandlers: Handlers<typeof cartRoutes> = {
  cart: async (_, { app, me }) => presentCart(await readCart(app.db, me.user.id)),
  cartCount: async (_, { app, me }) => ({ data: { count: countOf((await readCart(app.db, me.user.id)).lines) } }),
  addToCart: ({ item, count }, { me, mutate }) =>
    mutate(async (ctx) => ({
      ...presentCart(await addToCart(ctx, me.user.id, item, count)),
      message: 'Item added to cart successfully!',
    })),
  mergeCart: ({ lines }, { me, mutate }) =>
    mutate(async (ctx) => {
      const { cart, notAdded } = await mergeCart(ctx, me.user.id, lines)
      return { ...presentCart(cart), message: describeMerge(notAdded), notAdded }
    }),
  cartItems: async ({ ids }, { app }) => ({ data: await readCartItems(app.db, ids.split(',')) }),
  changeCount: ({ id, count }, { me, mutate }) =>
    mutate(async (ctx) => presentCart(await changeCount(ctx, me.user.id, id, count))),
  removeFromCart: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({
      ...presentCart(await removeFromCart(ctx, me.user.id, id)),
      message: 'Item removed from cart',
    })),
}

const presentCart = ({ lines, unavailable }: Cart) => ({ data: lines, unavailable })
