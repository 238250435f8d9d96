import { referenceKey } from '../../../shared/orders/reference.ts'
import type { StaffPayment } from '../../../shared/payments/staff-schema.ts'
import { ExplorerLink } from './explorer-link.tsx'

/** What was written with a transfer; of one on a chain, its hash and where to look it up. */
export function PaymentText({ payment, quoted }: { payment: StaffPayment; quoted?: boolean }) {
  const { text, source, network } = payment
  if (!network) return quoted && source !== 'chain' ? `“${text}”` : text
  return (
    <span className="grid gap-1">
      <span className="break-all">{text}</span>
      <ExplorerLink network={network} hash={referenceKey(text)} />
    </span>
  )
}
