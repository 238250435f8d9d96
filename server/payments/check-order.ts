import { conflict, unprocessable } from '../../shared/api-error.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import type { ChainHealth } from '../../shared/payments/chain-schema.ts'
import { chainNames, describeProgressForStaff, type PaymentProgress } from '../../shared/payments/progress.ts'
import type { AppContext } from '../app-context.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import { readOrderForStaff } from '../orders/read-order.ts'

export type OrderCheck = { data: StaffOrder; progress: PaymentProgress | null; message: string }

/**
 * Looks for an order's payment on its chain now.
 * @throws 404; 409 if the store doesn't look at chains; 422 if the order isn't paid on one of its networks; 429
 */
export async function checkOrder(app: AppContext, staff: { id: string }, id: string): Promise<OrderCheck> {
  const { request } = await readOrderForStaff(app.db, id)
  if (!app.chain) throw conflict('chain_off', 'This store doesn’t check chains. CHAIN_CHECK turns that on.')
  const network = request?.network
  if (!network || !app.chain.health().some((one) => one.network === network)) {
    throw unprocessable('no_chain', 'The store doesn’t check the chain that this order is paid on.')
  }
  await app.rateLimits.consume('chainCheck', { user: staff.id })
  const progress = await app.chain.check(id)
  const data = await readOrderForStaff(app.db, id)
  if (progress) return { data, progress, message: describeProgressForStaff(progress) }
  const health = app.chain.health().find((one) => one.network === network)!
  const nothing = isSilent(health) ? 'No source answers just now' : 'Nothing found'
  return { data, progress, message: `${nothing} on ${chainNames[network]}` }
}

const isSilent = ({ endpoints }: ChainHealth) => endpoints.every(({ lastError }) => lastError !== null)

/** Records that staff had an order checked. */
export const recordCheck = (ctx: MutationContext, staff: { id: string }, { data, message }: OrderCheck) =>
  recordAction(ctx, {
    actorId: staff.id,
    action: 'order.check',
    subject: 'order',
    subjectId: data._id,
    after: { found: message },
  })
