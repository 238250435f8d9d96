import { CopyButton } from '../ui/copy-button.tsx'
import type { TransferField } from '../../shared/payments/transfer.ts'

/** What to enter in the banking app or wallet, each with a copy button. The first field is the amount. */
export function TransferFields({ fields }: { fields: TransferField[] }) {
  return (
    <dl className="divide-y divide-line">
      {fields.map(({ label, value, copy }, index) => (
        <div key={label} className={row}>
          <dt className="eyebrow">{index === 0 ? 'Send exactly' : label}</dt>
          <dd className={index === 0 ? amount : 'tabular font-medium wrap-anywhere'}>{value}</dd>
          <dd className="col-start-2 row-span-2 row-start-1">
            <CopyButton text={copy ?? value} what={label.toLowerCase()} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const row = 'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2.5 first:pt-0 first:pb-5'
const amount = 'heading tabular text-2xl wide:text-3xl'
