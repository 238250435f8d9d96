import { useClient, useStore } from '../../client-context.tsx'
import type { LoadedSelectProps } from '../../ui/loaded-select.tsx'
import { useLoad } from '../../use-load.ts'
import { loadColleagues } from './actions.ts'
import type { Colleague } from './state.ts'

/** The staff a conversation can be assigned to, null before they are loaded; and what their select says if that failed. */
export function useColleagues(): { colleagues: Colleague[] | null; failure: LoadedSelectProps['failure'] } {
  const client = useClient()
  const { status, retry } = useLoad('support/staff', (signal) => loadColleagues(client, signal))
  const colleagues = useStore((state) => state.staffSupport.colleagues)
  const isMissing = colleagues === null && status === 'failed'
  return { colleagues, failure: isMissing && { text: 'Error loading staff', retry } }
}
