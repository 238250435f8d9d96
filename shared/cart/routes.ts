import * as z from 'zod/mini'
import { del, get, Id, post, put } from '../contract.ts'
import { CartItem, CartLine, ItemIds, LineQuantity, NewLines, NotAdded } from './schema.ts'

/** `unavailable`: the lines of archived items. Stored answers of an earlier version have none. */
const cartOutput = { data: z.array(CartLine), unavailable: z.optional(z.array(CartLine)) }

export const cartRoutes = {
  cart: get('/cart', { access: 'customer', summary: 'Return the cart', output: cartOutput }),
  cartCount: get('/cart/count', {
    access: 'customer',
    summary: 'Count the items in the cart',
    output: { data: z.object({ count: z.int() }) },
  }),
  addToCart: post('/cart', {
    access: 'customer',
    summary: 'Add an item to the cart, or increase its quantity',
    input: z.strictObject({ item: Id, count: z._default(z.optional(LineQuantity), 1) }),
    output: { ...cartOutput, message: z.string() },
    idempotent: true,
  }),
  mergeCart: post('/cart/merge', {
    access: 'customer',
    summary: 'Add the lines that a device kept for a visitor, as far as the cart has room for them',
    input: z.strictObject({ lines: NewLines }),
    output: { ...cartOutput, message: z.string(), notAdded: z.array(NotAdded) },
    idempotent: 'required',
  }),
  cartItems: get('/cart/items', {
    access: 'public',
    summary: 'Return current names and prices of items for a visitor’s cart; those not for sale are left out',
    input: z.strictObject({ ids: ItemIds }),
    output: { data: z.array(CartItem) },
  }),
  changeCount: put('/cart/:id', {
    access: 'customer',
    summary: 'Change the quantity of a cart line',
    input: z.strictObject({ count: LineQuantity }),
    output: cartOutput,
  }),
  removeFromCart: del('/cart/:id', {
    access: 'customer',
    summary: 'Remove a line from the cart',
    output: { ...cartOutput, message: z.string() },
  }),
}
