import type { ReactNode } from 'react'
import { referenceKey } from '../../../shared/orders/reference.ts'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import type { Network } from '../../../shared/payments/schema.ts'
import type { StaffPayment } from '../../../shared/payments/staff-schema.ts'
import { formatDateTime } from '../../lib/format-date.ts'
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

/** What is known of a transfer: when it arrived, who sent it, what they wrote, and what staff noted. */
export function TransferFacts({ payment: { at, payer, text, network, note } }: { payment: StaffPayment }) {
  return (
    <div className="grid gap-2 rounded-md border border-line bg-card p-3 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1.5">
        <Fact label="Received">{formatDateTime(at)}</Fact>
        {network && text ? (
          <>
            {payer && <CopiedId label="From" what="sender" id={payer} />}
            <CopiedId label="Hash" what="hash" id={text} />
          </>
        ) : (
          <>
            {payer && <Fact label="From">{shortenId(payer)}</Fact>}
            {text && <Fact label="Message">“{text}”</Fact>}
          </>
        )}
        {note && <Fact label="Note">{note}</Fact>}
      </dl>
      {network && text && <ExplorerLink network={network} hash={referenceKey(text)} />}
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-muted">{label}</dt>
    <dd className="col-span-2 wrap-anywhere">{children}</dd>
  </div>
)

/** A sender or hash on a chain, to copy. */
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
