import { referenceKey } from '../../../shared/orders/reference.ts'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import type { Network } from '../../../shared/payments/schema.ts'
import type { StaffPayment } from '../../../shared/payments/staff-schema.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ExplorerLink } from './explorer-link.tsx'
import { shortenId } from './shorten-id.ts'

/** '24.37 USDT from 0x5a5a5a…5a5a5a' */
export const describePayment = ({ amount, currency, payer }: StaffPayment) =>
  `${formatAmount(amount, currency)}${payer && ` from ${shortenId(payer)}`}`

/** The hash of a transfer on a chain, and where to look it up. */
export const TransactionHash = ({ hash, network }: { hash: string; network: Network }) => (
  <span className="flex flex-wrap items-baseline gap-x-3">
    <span title={hash}>{shortenId(hash)}</span>
    <span className="cell-detail">
      <ExplorerLink network={network} hash={referenceKey(hash)} />
    </span>
  </span>
)

/** Who sent the money and what they wrote, as far as they are known. */
export function PayerAndMessage({ payment: { payer, source, text } }: { payment: StaffPayment }) {
  if (!payer && !text) return null
  return (
    <div className="grid gap-1 rounded-md border border-line bg-card p-3 text-sm wrap-anywhere">
      {payer && <p className="font-medium">From {shortenId(payer)}</p>}
      {text && <p>{source === 'chain' ? text : `“${text}”`}</p>}
    </div>
  )
}

/** The sender and hash of a transfer on a chain, to copy, and where to look it up. */
export function TransactionDetails({ payer, hash, network }: { payer: string; hash: string; network: Network }) {
  return (
    <div className="grid gap-2 rounded-md border border-line bg-card p-3 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2">
        {payer && <CopiedId label="From" what="sender" id={payer} />}
        <CopiedId label="Hash" what="hash" id={hash} />
      </dl>
      <ExplorerLink network={network} hash={referenceKey(hash)} />
    </div>
  )
}

function CopiedId({ label, what, id }: { label: string; what: string; id: string }) {
  return (
    <div className="contents">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular wrap-anywhere" title={id}>
        {shortenId(id)}
      </dd>
      <dd>
        <CopyButton text={id} what={what} />
      </dd>
    </div>
  )
}
