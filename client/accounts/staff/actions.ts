import { secondFactorRoutes } from '../../../shared/accounts/second-factor-routes.ts'
import { staffAccountRoutes as routes } from '../../../shared/accounts/staff-routes.ts'
import type { ActionContext } from '../../action-context.ts'
import { isFailure } from '../../api/call-failed.ts'
import type { State } from '../../state.ts'
import { createPagedList } from '../../stream/paged-list.ts'
import type { CustomerFilter } from './state.ts'
import { customerKey, customersKey, setCustomerDetails, setCustomers, setTeamMember, teamKey } from './store.ts'

const streams = ['staff' as const]

const customers = createPagedList({
  route: routes.customers,
  streams,
  pageSize: 50,
  key: customersKey,
  args: (filter: CustomerFilter, page) => ({ ...filter, ...page }),
  select: (state: State, filter) => state.staffCustomers.lists[customersKey(filter)],
  write: setCustomers,
})
export const { load: loadCustomers, loadMore: loadMoreCustomers } = customers

/** @throws CallFailed 404 */
export const loadCustomer = (context: ActionContext, id: string, signal?: AbortSignal) =>
  context.load(
    routes.customer,
    { id },
    { snapshotKey: customerKey(id), streams, signal, write: (draft, { data }) => setCustomerDetails(draft, data) },
  )

/** @throws CallFailed */
export const loadTeam = (context: ActionContext, signal?: AbortSignal) =>
  context.load(
    secondFactorRoutes.team,
    {},
    { snapshotKey: teamKey, streams, signal, write: (draft, { data }) => void (draft.staffCustomers.team = data) },
  )

/**
 * Turns off a colleague's second factor.
 * @param code of the user's own second factor
 * @returns the success message
 * @throws CallFailed 422 for a wrong code; 409 when either of the two has no second factor
 */
export async function resetSecondFactor(context: ActionContext, id: string, code: string): Promise<string> {
  const { answer } = await context.call(secondFactorRoutes.resetSecondFactor, { id, code })
  context.update((draft) => setTeamMember(draft, answer.data))
  return answer.message
}

/**
 * Ends one session, or all sessions of a customer.
 * @returns the success message
 * @throws CallFailed 404 for a session that has already ended, after loading the customer again
 */
export async function endSessions(context: ActionContext, id: string, sessionId?: string): Promise<string> {
  try {
    const { answer } = await context.call(routes.endSessions, { id, ...(sessionId && { sessionId }) })
    return answer.message
  } catch (error) {
    // Logging out has no event for staff.
    if (isFailure(error) && error.code === 'not_found') await loadCustomer(context, id)
    throw error
  }
}
