import { Coins, Landmark, Wallet } from 'lucide-react'
import type { PaymentMethod } from '../../shared/payments/methods.ts'
import { useStore } from '../client-context.tsx'
import type { Icon } from '../ui/icon.ts'

const icons: Record<PaymentMethod, Icon> = { binance: Coins, crypto: Wallet, bank: Landmark }

/** The ways to pay that are available, in a row. */
export default function PaymentMarks() {
  const methods = useStore((state) => state.config?.paymentMethods) ?? []
  return (
    <ul aria-label="Ways to pay" className="payment-marks">
      {methods
        .filter(({ available }) => available)
        .map(({ method, label }) => {
          const MethodIcon = icons[method as PaymentMethod]
          return (
            <li key={method} className="flex items-center gap-1">
              {MethodIcon && <MethodIcon size={16} strokeWidth={1.75} />}
              {label}
            </li>
          )
        })}
    </ul>
  )
}
