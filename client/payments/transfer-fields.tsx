import { ChevronDown, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { copyRow, copyTerm } from '../ui/copy-row.ts'
import { textOfFields, type Transfer, type TransferField } from '../../shared/payments/transfer.ts'
import { classNames } from '../ui/class-names.ts'
import { WalletAddress } from './wallet-address.tsx'
import './folded.css'
import './payments.css'

type TransferFieldsProps = {
  transfer: Transfer
  /** Under the amount. */
  amountChoice?: ReactNode
  /** Opens the app that sends it. */
  walletAppLink?: ReactNode
  /** Next to the button that copies all. */
  children?: ReactNode
}

/** What to enter in the banking app or wallet, each with a copy button, and one for all. */
export function TransferFields({
  transfer: { fields, rate },
  amountChoice,
  walletAppLink,
  children,
}: TransferFieldsProps) {
  const [amount, ...others] = fields
  const extra = others.filter(({ kind }) => kind === 'extra')
  return (
    <div className="grid gap-2">
      <dl>
        <div className={copyRow}>
          <dt className={copyTerm}>Send exactly</dt>
          {/* Where it doesn’t fit, its currency is on the next line. */}
          <dd className="heading tabular text-2xl wide:text-3xl">{amount.value.replace('\u00a0', ' ')}</dd>
          <dd className="col-span-full row-start-3 text-sm text-muted">{rate}</dd>
          {amountChoice && <dd className="col-span-full row-start-4 mt-1 text-sm text-muted">{amountChoice}</dd>}
          <Copy field={amount} />
        </div>
      </dl>
      <dl className="mt-2 divide-y divide-line">
        {others
          .filter(({ kind }) => kind !== 'extra' && kind !== 'network')
          .map((field) => (
            <Row key={field.label} field={field} />
          ))}
      </dl>
      {extra.length > 0 && (
        <details className="transfer-more">
          <summary>
            More details
            <ChevronDown size={16} />
          </summary>
          <dl className="divide-y divide-line">
            {extra.map((field) => (
              <Row key={field.label} field={field} />
            ))}
          </dl>
        </details>
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        {walletAppLink}
        <CopyButton text={textOfFields(fields)} label="Copy all" what="all details" />
        {children}
      </div>
    </div>
  )
}

function Row({ field }: { field: TransferField }) {
  const { label, value, kind, hint } = field
  const isReference = kind === 'reference'
  const isAddress = kind === 'address'
  return (
    <div
      className={classNames(
        copyRow,
        (isReference || isAddress) && 'transfer-important border-transparent',
        isAddress && 'transfer-warning',
      )}
    >
      <dt className={copyTerm}>{label}</dt>
      <dd className={`tabular wrap-anywhere ${isReference ? 'text-lg font-semibold' : 'font-medium'}`}>
        {isAddress ? <WalletAddress address={value} /> : value}
      </dd>
      {hint && (
        <dd className={`col-span-full row-start-3 mt-1 text-sm ${isAddress ? 'flex gap-2' : 'text-muted'}`}>
          {isAddress && <TriangleAlert size={16} />}
          {hint}
        </dd>
      )}
      <Copy field={field} />
    </div>
  )
}

const Copy = ({ field: { label, value, copy } }: { field: TransferField }) => (
  <dd className="col-start-2 row-span-2 row-start-1">
    <CopyButton text={copy ?? value} what={label.toLowerCase()} />
  </dd>
)
