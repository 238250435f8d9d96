import { formatMoney } from '../../shared/money.ts'
import { useStore } from '../store.tsx'

/** Writes cents of USD in the currency that was chosen. */
export function useMoney() {
  const currency = useStore((state) => state.accounts.prefs.currency)
  return (cents: number) => formatMoney(cents, currency)
}
