import { CopyButton } from '../ui/copy-button.tsx'
import type { TransferField } from './transfer.ts'

/** Everything to be typed into the banking app or the wallet, each with its copy button. */
export function TransferFields({ fields }: { fields: TransferField[] }) {
  const [amount, ...others] = fields
  return (
    <dl>
      {amount && (
        <div className="flex items-end justify-between gap-4 pb-5">
          <div className="min-w-0">
            <dt className="eyebrow">Send exactly</dt>
            <dd className="heading tabular text-3xl break-words">{amount.value}</dd>
          </div>
          <CopyButton text={amount.copy ?? amount.value} what="amount" className="flex-none" />
        </div>
      )}
      {others.map(({ label, value, copy }) => (
        <div key={label} className="flex items-center justify-between gap-4 border-t border-line py-2.5">
          <div className="min-w-0">
            <dt className="eyebrow">{label}</dt>
            <dd className="tabular font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
          <CopyButton text={copy ?? value} what={label.toLowerCase()} className="flex-none" />
        </div>
      ))}
    </dl>
  )
}
