import type { orderNoteRoutes, staffOrderRoutes } from '../../shared/orders/staff-routes.ts'
import type { Handlers } from '../http/serve.ts'
import { changeDelivery } from './change-delivery.ts'
import { claim, release } from './claim.ts'
import { complete } from './complete.ts'
import { exportOrders } from './export-orders.ts'
import { listOrdersForStaff } from './list-for-staff.ts'
import { addNote, deleteNote, listNotes } from './notes.ts'
import { readOrderForStaff } from './read-order.ts'
import { previewRefund } from './preview-refund.ts'
import { refund } from './refund.ts'
import { reject } from './reject.ts'
import { requestProof } from './request-proof.ts'
import { reopen } from './reopen.ts'
import { unverify } from './unverify.ts'
import { verify } from './verify.ts'

export const staffOrderHandlers: Handlers<typeof staffOrderRoutes & typeof orderNoteRoutes> = {
  staffOrders: (query, { app }) => listOrdersForStaff(app.db, query),
  exportOrders: (filter, { app }) => exportOrders(app.db, filter),
  staffOrder: async ({ id }, { app }) => ({ data: await readOrderForStaff(app.db, id) }),
  claim: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await claim(ctx, me.user, id), message: 'Order claimed' })),
  release: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await release(ctx, me.user, id), message: 'Claim released' })),
  verify: ({ id, ...acceptance }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await verify(ctx, me.user, id, acceptance), message: 'Payment verified' })),
  requestProof: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await requestProof(ctx, me.user, id), message: 'Picture requested' })),
  reject: ({ id, reason }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await reject(ctx, me.user, id, reason), message: 'Payment rejected' })),
  complete: ({ id, delivery }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await complete(ctx, me.user, id, delivery), message: 'Order completed' })),
  changeDelivery: ({ id, delivery }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await changeDelivery(ctx, me.user, id, delivery), message: 'Delivery updated' })),
  refundPreview: async ({ id }, { app }) => ({ data: await previewRefund(app.db, id) }),
  refund: ({ id, ...input }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await refund(ctx, me.user, id, input), message: 'Payment refunded' })),
  reopen: ({ id, reason }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await reopen(ctx, me.user, id, reason), message: 'Order reopened' })),
  unverify: ({ id, reason }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await unverify(ctx, me.user, id, reason), message: 'Verification taken back' })),
  orderNotes: async ({ id }, { app }) => ({ data: await listNotes(app.db, id) }),
  addOrderNote: ({ id, text }, { me, mutate }) =>
    mutate(async (ctx) => ({ data: await addNote(ctx, me.user, id, text), message: 'Note added' })),
  deleteOrderNote: ({ id, noteId }, { me, mutate }) =>
    mutate(async (ctx) => {
      await deleteNote(ctx, me.user, id, noteId)
      return { message: 'Note deleted' }
    }),
}
