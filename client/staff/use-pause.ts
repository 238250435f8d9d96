import { chainRoutes } from '../../shared/payments/chain-routes.ts'
import { useClient } from '../client-context.tsx'
import { useAct } from '../lib/use-act.ts'
import { loadSystem } from './actions.ts'

/** Pauses or resumes automatic verification. */
export function usePause() {
  const client = useClient()
  return useAct(
    async (on: boolean) => {
      const { answer } = await client.call(chainRoutes.pauseChain, { on })
      await loadSystem(client)
      return answer.message
    },
    { failed: 'Automatic verification could not be changed' },
  )
}
