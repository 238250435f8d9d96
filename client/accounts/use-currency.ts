import type { Currency } from '../../shared/money.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'
import { changeCurrency } from './actions.ts'
import { useAskToSignIn } from './ask-to-sign-in.tsx'

/** It belongs to the account: visitors who choose another one are asked to log in. */
export function useCurrency(onAsk?: () => void) {
  const client = useClient()
  const toast = useToast()
  const askToSignIn = useAskToSignIn()
  const user = useStore((state) => state.accounts.user)
  const currency = useStore((state) => state.accounts.prefs.currency)

  async function change(wanted: Currency) {
    try {
      await changeCurrency(client, wanted)
    } catch (error) {
      toast(tellFailure(error, 'Failed to change currency'), { type: 'error' })
    }
  }
  function choose(wanted: Currency) {
    if (wanted === currency) return
    if (user) return void change(wanted)
    onAsk?.()
    askToSignIn()
  }
  return [currency, choose] as const
}
