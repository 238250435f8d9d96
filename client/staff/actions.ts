import { auditRoutes } from '../../shared/audit/routes.ts'
import { staffRoutes } from '../../shared/staff/routes.ts'
import type { ActionContext } from '../action-context.ts'
import type { State } from '../state.ts'
import { createPagedList } from '../stream/paged-list.ts'
import { auditKey, setAudit } from './audit-store.ts'
import type { AuditFilter } from './state.ts'

const streams = ['staff' as const]
const debounceMs = 1000

/** @param isReload waits a moment, so that a burst of orders reloads the figures once. @throws CallFailed */
export async function loadStats(
  context: ActionContext,
  days: '7' | '30' | '90',
  isReload: boolean,
  signal?: AbortSignal,
) {
  if (isReload) await new Promise((resolve) => setTimeout(resolve, debounceMs))
  if (signal?.aborted) return
  await context.load(
    staffRoutes.stats,
    { days },
    {
      snapshotKey: `staff/stats/${days}`,
      streams,
      signal,
      write: (draft, { data }) => void (draft.staff.stats[days] = data),
    },
  )
}

/** @throws CallFailed */
export const loadSystem = (context: ActionContext, signal?: AbortSignal) =>
  context.load(
    staffRoutes.system,
    {},
    {
      snapshotKey: 'staff/system',
      streams,
      signal,
      write: (draft, { data }) => void (draft.staff.system = data),
    },
  )

const audit = createPagedList({
  route: auditRoutes.audit,
  streams,
  pageSize: 50,
  key: auditKey,
  args: (filter: AuditFilter, page) => ({ ...filter, ...page }),
  select: (state: State, filter) => state.staff.audit.lists[auditKey(filter)],
  write: setAudit,
})
export const { load: loadAudit, loadMore: loadMoreAudit } = audit

/** @returns the CSV file. @throws CallFailed */
export async function exportAudit(context: ActionContext, { direction: _, ...filter }: AuditFilter) {
  const { answer } = await context.call(auditRoutes.exportAudit, filter)
  return answer
}
