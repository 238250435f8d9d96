import { staffRoutes } from '../../../shared/staff/routes.ts'
import type { StaffSearchResults } from '../../../shared/staff/search-schema.ts'
import type { ActionContext } from '../../action-context.ts'

const debounceMs = 120

/** Searches everything after a short pause, within which further typing aborts it. @throws CallFailed */
export async function searchEverything(
  context: Pick<ActionContext, 'call'>,
  q: string,
  signal: AbortSignal,
): Promise<StaffSearchResults | null> {
  await new Promise((resolve) => setTimeout(resolve, debounceMs))
  if (signal.aborted) return null
  const { answer } = await context.call(staffRoutes.staffSearch, { q }, { signal })
  return answer.data
}
