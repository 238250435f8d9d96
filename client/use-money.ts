import { formatMoney } from '../shared/money.ts'
import { useStore } from './client-context.tsx'

/** Returns how to format US cents in the chosen currency. */
export function useMoney() {
  const currency = useStore((state) => state.accounts.prefs.currency)
  return (cents: number) => formatMoney(cents, currency)
}
