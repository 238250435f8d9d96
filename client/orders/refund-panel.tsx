import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { formatDateTime } from '../lib/format-date.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Shortened } from '../ui/shortened.tsx'
import { useMoney } from '../use-money.ts'
import { describeRefunds, type SentBack } from './refund.ts'

/** What was sent back of a refunded order, how, when and with which reference. */
export function RefundPanel({ order }: { order: Order }) {
  const refunds = describeRefunds(order, useMoney())
  const reason = order.history.findLast(({ what }) => what === 'refunded')?.note
  return (
    <>
      <ul className="grid gap-4">
        {refunds.map((refund) => (
          <li key={refund.at}>
            <Refund refund={refund} />
          </li>
        ))}
      </ul>
      {reason && (
        <p>
          <span className="text-muted">Reason: </span>
          {reason}
        </p>
      )}
    </>
  )
}

export function Refund({ refund: { amount, outOf, way, at, reference } }: { refund: SentBack }) {
  return (
    <>
      <p className="text-sm text-muted">Sent back to you</p>
      <p className="heading tabular text-2xl max-tight:text-xl wide:text-3xl">{amount}</p>
      {outOf && <p className="text-sm text-muted">All of the {outOf} that arrived, to the cent.</p>}
      <dl className="mt-3 grid gap-2 text-sm">
        <Fact label="Sent as">{way}</Fact>
        <Fact label="Sent on">{formatDateTime(at)}</Fact>
        {reference && (
          <Fact label={reference.label} isLong>
            <span className="flex items-center gap-1">
              <Shortened text={reference.text} />
              <CopyButton
                text={reference.text}
                what={reference.label.toLowerCase()}
                iconOnly
                className="-my-2.5 flex-none"
              />
            </span>
            {reference.explorer && (
              <a
                className="link inline-flex items-center gap-1"
                href={reference.explorer.link}
                target="_blank"
                rel="noreferrer"
              >
                Look it up on {reference.explorer.name}
                <ExternalLink size={14} />
              </a>
            )}
          </Fact>
        )}
      </dl>
    </>
  )
}

type FactProps = { label: string; isLong?: boolean; children: ReactNode }

/** @param isLong its value has a line of its own */
const Fact = ({ label, isLong, children }: FactProps) => (
  <div className={isLong ? undefined : 'grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 max-tight:grid-cols-1'}>
    <dt className="text-muted">{label}</dt>
    <dd className="tabular">{children}</dd>
  </div>
)
