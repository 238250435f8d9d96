import { currencies } from '../../shared/money.ts'
import { Segments } from '../ui/choice.tsx'
import { useCurrency } from './use-currency.ts'

/** The currency in which prices are shown, where there is room for all of them. */
export function CurrencyChoice({ onAsk, className }: { onAsk: () => void; className?: string }) {
  const [currency, choose] = useCurrency(onAsk)
  return (
    <Segments
      legend="Currency"
      options={currencies.map((one) => ({ value: one, label: one }))}
      value={currency}
      onChange={choose}
      className={className}
    />
  )
}
