import { Coins, CreditCard, Landmark, Smartphone, Wallet } from 'lucide-react'
import { paymentMethods } from '../../shared/payment.ts'
import { useStore } from '../store.tsx'
import { Choices } from '../ui/choice.tsx'
import type { Icon } from '../ui/icon.ts'

const icons: Record<string, Icon> = {
  binance: Coins,
  crypto: Wallet,
  bank: Landmark,
  googlepay: Smartphone,
  applepay: Smartphone,
}

/** How the order is paid: what works, and what the store does not take yet. */
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
