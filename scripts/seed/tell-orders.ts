import { portion } from '../../shared/money.ts'
import type { PaymentMethod } from '../../shared/payment.ts'
import type { SeedReview } from './catalogue.ts'
import type { SeededItem } from './insert-catalogue.ts'
import type { Cast, SeededPerson } from './insert-people.ts'
import type { Action } from '../../shared/orders.ts'

/** An order's story: who ordered what, and what became of it, each step so many minutes ago. */
export type Story = {
  name: string
  customer: SeededPerson
  lines: { item: SeededItem; quantity: number }[]
  minutesAgo: number
  method: PaymentMethod
  reference?: string
  /** In cents, from the coupon WELCOME10. */
  discount?: number
  steps: Step[]
}
export type Step = { action: Action; minutesAgo: number; staff?: SeededPerson; note?: string; delivery?: string }

const hour = 60
const day = 24 * hour

/** Ada's orders in every state, payments that wait for staff, and the purchases behind the reviews. */
export function tellOrders(cast: Cast, items: Map<string, SeededItem>, reviews: SeedReview[]): Story[] {
  const shelf = [...items.values()]
  const pick = (...numbers: number[]) =>
    numbers.map((n, i) => ({ item: shelf[n % shelf.length]!, quantity: i === 1 ? 2 : 1 }))
  return [...adasOrders(cast, pick), ...waitingPayments(cast, pick), ...purchasesBehind(cast, items, reviews)]
}

type Pick = (...numbers: number[]) => Story['lines']

function adasOrders({ ada, ishara, mira }: Cast, pick: Pick): Story[] {
  const withCoupon = pick(12, 57)
  const story = (
    name: string,
    lines: Story['lines'],
    minutesAgo: number,
    method: PaymentMethod,
    steps: Step[],
  ): Story => ({
    name: `ada ${name}`,
    customer: ada,
    lines,
    minutesAgo,
    method,
    steps,
  })
  const paid = (minutesAgo: number): Step => ({ action: 'markPaid', minutesAgo })
  const verified = (minutesAgo: number, staff = mira): Step => ({ action: 'verify', minutesAgo, staff })
  return [
    story('pending', pick(3), 3 * hour, 'binance', []),
    { ...story('paid', pick(20, 41), 95, 'crypto', [paid(88)]), reference: '0x5f1c0e7a' },
    story('processing', pick(75), 5 * hour, 'bank', [paid(5 * hour - 4), verified(5 * hour - 19)]),
    {
      ...story('completed', withCoupon, 9 * day, 'binance', [
        paid(9 * day - 3),
        verified(9 * day - 11),
        {
          action: 'complete',
          minutesAgo: 9 * day - 30,
          staff: mira,
          delivery: 'Your invitation: https://example.com/join/7Q2-MAPLE\nIt is good for one account.',
        },
      ]),
      discount: portion(
        withCoupon.reduce((sum, line) => sum + line.item.price * line.quantity, 0),
        1000,
      ),
    },
    story('rejected', pick(99), 16 * day, 'bank', [
      paid(16 * day - 6),
      {
        action: 'reject',
        minutesAgo: 16 * day - 50,
        staff: ishara,
        note: 'No transfer with this reference has arrived.',
      },
    ]),
    story('cancelled', pick(130), 23 * day, 'binance', [{ action: 'cancel', minutesAgo: 23 * day - 40 }]),
    story('expired', pick(8), 31 * day, 'binance', [{ action: 'expire', minutesAgo: 28 * day }]),
    story('refunded while processing', pick(150), 40 * day, 'crypto', [
      paid(40 * day - 5),
      verified(40 * day - 25),
      {
        action: 'refund',
        minutesAgo: 39 * day,
        staff: ishara,
        note: 'The service is no longer offered in your country.',
      },
    ]),
    story('refunded when completed', pick(171), 62 * day, 'bank', [
      paid(62 * day - 9),
      verified(62 * day - 31, ishara),
      { action: 'complete', minutesAgo: 62 * day - 60, staff: ishara },
      { action: 'refund', minutesAgo: 60 * day, staff: mira, note: 'Refunded as agreed in the chat.' },
    ]),
  ]
}

function waitingPayments({ sam, reviewers }: Cast, pick: Pick): Story[] {
  const people = [reviewers[3]!, sam, reviewers[11]!, reviewers[24]!]
  const methods: PaymentMethod[] = ['bank', 'binance', 'crypto', 'bank']
  return people.map((customer, i) => ({
    name: `waiting ${i}`,
    customer,
    lines: pick(30 + i * 17, ...(i % 2 ? [63 + i] : [])),
    minutesAgo: 70 - i * 18,
    method: methods[i]!,
    reference: ['CEFT-204811', '331909274', '0x9ab44c21', 'CEFT-204811'][i]!,
    steps: [{ action: 'markPaid', minutesAgo: 66 - i * 18 }],
  }))
}

/** Every third review is of somebody who bought the thing. */
function purchasesBehind(
  { reviewers, ishara, mira }: Cast,
  items: Map<string, SeededItem>,
  reviews: SeedReview[],
): Story[] {
  return reviews
    .filter((_, i) => i % 3 === 0)
    .map((review, i) => {
      const start = (review.daysAgo + 2 + (i % 9)) * day + (i % 13) * hour
      const staff = i % 2 ? ishara : mira
      return {
        name: `purchase ${review.item} ${review.reviewer}`,
        customer: reviewers[review.reviewer]!,
        lines: [{ item: items.get(review.item)!, quantity: 1 }],
        minutesAgo: start,
        method: (['bank', 'binance', 'crypto'] as const)[i % 3]!,
        steps: [
          { action: 'markPaid', minutesAgo: start - 3 },
          { action: 'verify', minutesAgo: start - 8 - (i % 20), staff },
          { action: 'complete', minutesAgo: start - 40 - (i % 30), staff },
        ],
      }
    })
}
