import type { StaffPayment } from '../../../shared/payments/staff-schema.ts'
import { staffPaymentRoutes as routes } from '../../../shared/payments/staff-routes.ts'
import type { ActionContext } from '../../action-context.ts'
import type { CallArgs } from '../../api/call.ts'
import type { State } from '../../state.ts'
import { createPagedList } from '../../stream/paged-list.ts'
import type { PaymentFilter } from './state.ts'
import { paymentKey, paymentsKey, setPayment, setPayments } from './store.ts'

const streams = ['staff' as const]

export const { load: loadPayments, loadMore: loadMorePayments } = createPagedList({
  route: routes.staffPayments,
  streams,
  pageSize: 50,
  key: paymentsKey,
  args: (filter: PaymentFilter, page) => ({ ...filter, ...page }),
  select: (state: State, filter) => state.staffPayments.lists[paymentsKey(filter)],
  write: setPayments,
})

const debounceMs = 1000

/** Loads the number of payments without an order; again, once for many events, such as those of a statement. */
export async function loadPaymentCount(context: ActionContext, signal?: AbortSignal) {
  const isReload = context.store.getState().staffPayments.unassigned !== null
  if (isReload) await new Promise((resolve) => setTimeout(resolve, debounceMs))
  if (signal?.aborted) return
  await context.load(
    routes.staffPayments,
    { limit: 1, state: 'unassigned' },
    {
      snapshotKey: 'staff/payments/count',
      streams,
      signal,
      write: (draft, { unassigned }) => void (draft.staffPayments.unassigned = unassigned),
    },
  )
}

type Transfer = CallArgs<typeof routes.recordPayment>

/** Records a transfer that arrived. Idempotent, so that a retry doesn't count it twice. @throws CallFailed 404, 422 */
export async function recordPayment(context: ActionContext, transfer: Transfer): Promise<StaffPayment> {
  const { data } = await context.idempotently(`recordPayment ${JSON.stringify(transfer)}`, (key) =>
    context.send(routes.recordPayment, transfer, { snapshotKey: 'staff/payment/new', streams, key, write }),
  )
  return data
}

type Decision = Omit<CallArgs<typeof routes.changePayment>, 'id'>

/** Assigns a payment, takes it from its order, or sets it aside. @throws CallFailed 409 when it was changed meanwhile */
export async function decidePayment(context: ActionContext, id: string, decision: Decision): Promise<StaffPayment> {
  const { data } = await context.idempotently(`payment ${id} ${JSON.stringify(decision)}`, (key) =>
    context.send(routes.changePayment, { id, ...decision }, { snapshotKey: paymentKey(id), streams, key, write }),
  )
  return data
}

const write = (draft: State, { data }: { data: StaffPayment }) => setPayment(draft, data)
