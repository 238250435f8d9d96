import type { chainRoutes } from '../../shared/payments/chain-routes.ts'
import type { staffPaymentRoutes } from '../../shared/payments/staff-routes.ts'
import type { Handlers } from '../http/serve.ts'
import { reopen } from '../orders/reopen.ts'
import { assign } from './assign.ts'
import { checkOrder, recordCheck } from './check-order.ts'
import { detach } from './detach.ts'
import { dismiss } from './dismiss.ts'
import { listPayments } from './list-payments.ts'
import { pauseVerification } from './pause-verification.ts'
import { recordPayment } from './record-payment.ts'

export const staffPaymentHandlers: Handlers<typeof staffPaymentRoutes & typeof chainRoutes> = {
  staffPayments: (query, { app }) => listPayments(app.db, query),
  recordPayment: (input, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await recordPayment(ctx, me.user, input), message: 'Transfer recorded' })),
  changePayment: ({ id, order, reopen: reopenReason, dismiss: reason, sentBack }, { me, mutate }) =>
    mutate(async (ctx) => {
      // First, so that its customer learns that the money counts.
      if (order && reopenReason !== undefined) await reopen(ctx, me.user, order, reopenReason)
      if (order) return { data: await assign(ctx, me.user, id, order), message: 'Transfer assigned' }
      if (order === null) return { data: await detach(ctx, me.user, id), message: 'Transfer removed from its order' }
      const data = await dismiss(ctx, me.user, id, { reason, sentBack })
      return { data, message: sentBack === undefined ? 'Transfer dismissed' : 'Refund recorded' }
    }),
  checkOrder: async ({ id }, { app, me, mutate }) => {
    const check = await checkOrder(app, me.user, id)
    return mutate(async (ctx) => {
      await recordCheck(ctx, me.user, check)
      return check
    })
  },
  pauseChain: async ({ on }, { app, me, mutate }) => {
    const answer = await mutate(async (ctx) => {
      await pauseVerification(ctx, me.user, on)
      const message = on ? 'Automatic verification is paused' : 'Automatic verification is resumed'
      return { data: { paused: on }, message }
    })
    await app.system.send()
    return answer
  },
}
