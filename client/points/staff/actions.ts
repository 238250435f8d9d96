import { staffPointsRoutes } from '../../../shared/points/staff-routes.ts'
import { customerKey, setCustomer } from '../../accounts/staff/store.ts'
import type { ActionContext } from '../../action-context.ts'

/** Idempotent, so that a retry doesn't add the points twice. @throws CallFailed 422 */
export const correctPoints = (context: ActionContext, id: string, points: number, reason: string) =>
  context.idempotently(`points ${id} ${points} ${reason}`, (key) =>
    context.send(
      staffPointsRoutes.correctPoints,
      { id, points, reason },
      {
        snapshotKey: `${customerKey(id)}/points`,
        streams: ['staff'],
        key,
        write: (draft, { data }) => setCustomer(draft, data),
      },
    ),
  )
