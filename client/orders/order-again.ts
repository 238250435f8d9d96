import { cartRoutes } from '../../shared/cart/routes.ts'
import type { NotAdded } from '../../shared/cart/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { ActionContext } from '../action-context.ts'
import { cart } from '../cart/actions.ts'

/** Puts what an order contained into the cart, at today's prices. @returns what is no longer for sale, or has no room */
export async function orderAgain(context: ActionContext, { _id, items }: Order): Promise<NotAdded[]> {
  const lines = items.map(({ item, quantity }) => ({ item, count: quantity }))
  const { notAdded } = await context.idempotently(`again ${_id}`, (key) =>
    context.send(cartRoutes.mergeCart, { lines }, { ...cart, key }),
  )
  return notAdded
}
