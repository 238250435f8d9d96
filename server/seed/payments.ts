import { eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { rates } from '../../shared/money.ts'
import type { MutationContext } from '../events/mutation.ts'
import { recordPayment } from '../payments/record-payment.ts'
import type { PlannedOrders } from './orders.ts'
import type { People } from './seed-users.ts'
import type { Step } from './step.ts'

/** Plans transfers that aren't as they should be: one short, one too much, one late and one that nobody knows. */
export function planPayments({ ishara, mira }: People, { idOf }: PlannedOrders): Step[] {
  const bank = { source: 'manual', currency: 'LKR' } as const
  return [
    {
      minutesAgo: 40_000,
      async run(ctx) {
        const { total, paymentReference } = await readOrder(ctx, idOf('expired'))
        const text = `CEFT ${paymentReference}`
        await recordPayment(ctx, mira, { ...bank, amount: rupees(total), payer: 'A LOVELACE', text })
      },
    },
    {
      minutesAgo: 20,
      async run(ctx) {
        const { id, total } = await readOrder(ctx, idOf('processing'))
        await recordPayment(ctx, mira, { ...bank, amount: rupees(total + 300), payer: 'A LOVELACE', order: id })
      },
    },
    {
      minutesAgo: 45,
      async run(ctx) {
        const { id, total } = await readOrder(ctx, idOf('short'))
        await recordPayment(ctx, ishara, { ...bank, amount: rupees(total * 0.8), payer: 'A LOVELACE', order: id })
      },
    },
    {
      minutesAgo: 150,
      run: (ctx) =>
        recordPayment(ctx, ishara, {
          source: 'manual',
          currency: 'USDT',
          amount: '18.5',
          text: 'for the subscription, thanks',
          note: 'From an exchange, without a name',
        }),
    },
  ]
}

const rupees = (cents: number) => String(Math.round((cents * rates.LKR.rate) / 100))

async function readOrder({ tx }: MutationContext, id: string) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id))
  return order!
}
