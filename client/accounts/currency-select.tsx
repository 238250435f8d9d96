import { ChevronDown } from 'lucide-react'
import { currencies, type Currency } from '../../shared/money.ts'
import { errorMessage } from '../lib/error-message.ts'
import { useClient, useStore } from '../client-context.tsx'
import { classNames } from '../ui/class-names.ts'
import { useToast } from '../ui/toast.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { changeCurrency } from './lazy-actions.ts'
import { useLoginPrompt } from './login-prompt.tsx'

/** Selects the currency for prices. It is an account setting, so visitors are asked to log in. */
export default function CurrencySelect({
  onLoginPrompt,
  className,
}: {
  onLoginPrompt?: () => void
  className?: string
}) {
  const client = useClient()
  const toast = useToast()
  const askToLogIn = useLoginPrompt()
  const user = useStore((state) => state.accounts.user)
  const currency = useStore((state) => state.accounts.prefs.currency)

  const hydrated = useHydrated()

  async function choose(chosen: Currency) {
    if (!user) {
      onLoginPrompt?.()
      return askToLogIn()
    }
    try {
      await changeCurrency(client, chosen)
    } catch (error) {
      toast(errorMessage(error, 'Failed to change currency'), { type: 'error' })
    }
  }

  return (
    <span className={classNames('select currency needs-scripts', className)}>
      <select
        name="currency"
        aria-label="Currency"
        value={currency}
        disabled={!hydrated}
        autoComplete="off"
        onChange={(event) => void choose(event.target.value as Currency)}
      >
        {currencies.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </select>
      <ChevronDown size={14} />
    </span>
  )
}
