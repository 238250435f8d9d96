import { Coins, CreditCard, Landmark, Smartphone, Wallet } from 'lucide-react'
import { paymentMethods } from '../../shared/payments/schema.ts'
import { useStore } from '../client-context.tsx'
import { Choices } from '../ui/choice.tsx'
import type { Icon } from '../ui/icon.ts'

const icons: Record<string, Icon> = {
  binance: Coins,
  crypto: Wallet,
  bank: Landmark,
  googlepay: Smartphone,
  applepay: Smartphone,
}

/** Selects how to pay. Methods the store doesn't accept yet are listed as unavailable. */
export function MethodPicker({ value, onChange }: { value: string; onChange: (method: string) => void }) {
  const methods = useStore((state) => state.config?.paymentMethods) ?? paymentMethods
  return (
    <Choices
      legend="Payment method"
      hideLegend
      className="grid-cols-2 max-sm:[&>label:has(:disabled)_svg]:hidden max-sm:[&>label:not(:has(:disabled))]:col-span-2"
      value={value}
      onChange={onChange}
      options={methods.map(({ method, label, hint, available }) => ({
        value: method,
        label,
        hint: available ? hint : [hint, 'Unavailable'].filter(Boolean).join(', '),
        icon: icons[method] ?? CreditCard,
        disabled: !available,
      }))}
    />
  )
}
