import { eq } from 'drizzle-orm'
import { coupons, orders as orderTable } from '../../drizzle/schema.ts'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import { addToCart } from '../cart/change-cart.ts'
import type { MutationContext } from '../events/mutation.ts'
import { applyCoupon } from '../orders/apply-coupon.ts'
import { isAccepted } from '../ledger/create-request.ts'
import { cancel } from '../orders/cancel.ts'
import { checkout } from '../orders/checkout.ts'
import { complete } from '../orders/complete.ts'
import { expire } from '../orders/expire.ts'
import { markPaid } from '../orders/mark-paid.ts'
import { refund } from '../orders/refund.ts'
import { reject } from '../orders/reject.ts'
import { verify } from '../orders/verify.ts'
import type { SeedReview } from './catalogue.ts'
import { type DemoOrder, type OrderStep, orders as demoOrders } from './content.ts'
import type { SeededItem, SeededItems } from './seed-catalogue.ts'
import type { People, Person } from './seed-users.ts'
import { dayMinutes, hourMinutes, type Step } from './step.ts'

type PlannedOrder = {
  name: string
  customer: Person
  lines: { item: SeededItem; quantity: number }[]
  minutesAgo: number
  method: PaymentMethod
  coin?: DemoOrder['coin']
  reference?: string
  paymentReference?: string
  coupon?: string
  steps: OrderStep[]
}
export type PlannedOrders = { steps: Step[]; orders: PlannedOrder[]; idOf: (name: string) => string }

/** Plans Ada's orders in every state, payments that wait for staff, and the purchases behind the reviews. */
export function planOrders(people: People, items: SeededItems, reviews: SeedReview[]): PlannedOrders {
  const orders = [...planDemoOrders(people, items), ...planPurchases(people, items, reviews)]
  const ids = new Map<string, string>()
  const steps = orders.flatMap((order): Step[] => [
    { minutesAgo: order.minutesAgo, run: async (ctx) => ids.set(order.name, await placeOrder(ctx, order)) },
    ...order.steps.map((step) => ({
      minutesAgo: step.minutesAgo,
      run: (ctx: MutationContext) => runStep(ctx, people, order, ids.get(order.name)!, step),
    })),
  ])
  return { steps, orders, idOf: (name) => ids.get(name)! }
}

function planDemoOrders(people: People, items: SeededItems): PlannedOrder[] {
  return demoOrders.map(({ customer, lines, ...order }) => {
    const available = [...items.values()].filter((item) => item.addedMinutesAgo > order.minutesAgo)
    return {
      ...order,
      customer: typeof customer === 'number' ? people.reviewers[customer]! : people[customer],
      lines: lines.map(({ item, quantity }) => ({ item: available[item % available.length]!, quantity })),
    }
  })
}

function planPurchases(people: People, items: SeededItems, reviews: SeedReview[]): PlannedOrder[] {
  return reviews
    .filter(({ bought }) => bought)
    .map((review, i) => {
      const item = items.get(review.item)!
      const wanted = (review.daysAgo + 2 + (i % 9)) * dayMinutes + (i % 13) * hourMinutes
      const minutesAgo = Math.min(wanted, item.addedMinutesAgo - hourMinutes)
      const staff = i % 2 ? 'ishara' : 'mira'
      return {
        name: `purchase of ${review.item} by ${review.reviewer}`,
        customer: people.reviewers[review.reviewer]!,
        lines: [{ item, quantity: 1 }],
        minutesAgo,
        method: (['bank', 'binance', 'crypto'] as const)[i % 3]!,
        steps: [
          { action: 'markPaid', minutesAgo: minutesAgo - 3 },
          { action: 'verify', minutesAgo: minutesAgo - 8 - (i % 20), staff },
          { action: 'complete', minutesAgo: minutesAgo - 40 - (i % 30), staff },
        ],
      }
    })
}

async function placeOrder(ctx: MutationContext, order: PlannedOrder): Promise<string> {
  const { customer, lines, method, coupon, paymentReference } = order
  for (const { item, quantity } of lines) await addToCart(ctx, customer.id, item.id, quantity)
  const { _id } = await checkout(ctx, customer, method)
  if (paymentReference) await ctx.tx.update(orderTable).set({ paymentReference }).where(eq(orderTable.id, _id))
  if (coupon) {
    const [row] = await ctx.tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.code, coupon))
    await applyCoupon(ctx, customer, _id, row!.id)
  }
  return _id
}

function runStep(ctx: MutationContext, people: People, order: PlannedOrder, id: string, step: OrderStep) {
  const { customer, method, coin, reference } = order
  switch (step.action) {
    case 'markPaid':
      return markPaid(ctx, customer, id, {
        paymentMethod: method,
        reference,
        ...(coin && isAccepted(ctx.env, { method, ...coin }) && coin),
      })
    case 'cancel':
      return cancel(ctx, customer, id)
    case 'expire':
      return expire(ctx, id)
    case 'verify':
      return verify(ctx, people[step.staff], id)
    case 'reject':
      return reject(ctx, people[step.staff], id, step.reason)
    case 'complete':
      return complete(ctx, people[step.staff], id, step.delivery)
    case 'refund':
      return refund(ctx, people[step.staff], id, { reason: step.reason, reference: step.reference })
  }
}
