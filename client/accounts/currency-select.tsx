import { ChevronDown } from 'lucide-react'
import { currencies, type Currency } from '../../shared/money.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { classNames } from '../ui/class-names.ts'
import { useToast } from '../ui/toast.tsx'
import { changeCurrency } from './actions.ts'
import { useAskToSignIn } from './ask-to-sign-in.tsx'

/** The currency in which prices are shown. It belongs to the account: visitors who choose another are asked to log in. */
export function CurrencySelect({ onAsk, className }: { onAsk?: () => void; className?: string }) {
  const client = useClient()
  const toast = useToast()
  const askToSignIn = useAskToSignIn()
  const user = useStore((state) => state.accounts.user)
  const currency = useStore((state) => state.accounts.prefs.currency)

  async function choose(wanted: Currency) {
    if (!user) {
      onAsk?.()
      return askToSignIn()
    }
    try {
      await changeCurrency(client, wanted)
    } catch (error) {
      toast(tellFailure(error, 'Failed to change currency'), { type: 'error' })
    }
  }

  return (
    <span className={classNames('select currency', className)}>
      <select
        name="currency"
        aria-label="Currency"
        value={currency}
        autoComplete="off"
        onChange={(event) => void choose(event.target.value as Currency)}
      >
        {currencies.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <ChevronDown size={14} />
    </span>
  )
}
