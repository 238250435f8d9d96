import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { isMisdirected, networkLabel } from '../../shared/payments/progress.ts'
import { formatPaymentReference } from '../../shared/orders/payment-reference.ts'
import { restOf } from '../../shared/payments/rest.ts'
import type { TransferTo } from '../../shared/payments/schema.ts'
import { paymentCodeLabel } from '../../shared/payments/words.ts'
import { useStore } from '../client-context.tsx'
import { amountDue, paymentWay } from '../orders/amount-due.ts'
import { Shortened } from '../ui/shortened.tsx'
import { useStartsInOneColumn } from './use-starts-in-one-column.ts'
import { WalletAddress } from './wallet-address.tsx'
import './folded.css'

/** Where the money for an order went, or should have gone, as long as its payment counts. */
export function SentTo({ order }: { order: Order }) {
  const accounts = useStore((state) => state.orders.transferTo[order._id])
  const isOneColumn = useStartsInOneColumn()
  const progress = useStore((state) => state.orders.progress[order._id]?.state)
  const isElsewhere = progress !== undefined && isMisdirected(progress)
  const { paymentStatus, paymentMethod } = order
  const isKnown = paymentMethod !== 'crypto' || Boolean(order.request?.network)
  const asksForRest = restOf(order) > 0
  if (!accounts?.[paymentMethod] || (paymentStatus !== 'paid' && paymentStatus !== 'verified')) return null
  // Shown above, with what to send.
  if (asksForRest && isSameAccount(order)) return null
  return (
    <details className="folded surface" open={paymentStatus === 'paid' && isKnown && !asksForRest && !isOneColumn}>
      <summary>
        <h2 className="text-lg">{isElsewhere ? 'Where we asked you to send it' : 'Where you sent the money'}</h2>
        <span className="text-sm text-muted">
          {paymentWay(order)}
          {isKnown && <span className="folded-hint"> to {accountOf[paymentMethod](accounts, order)}</span>}
        </span>
        <ChevronDown size={18} />
      </summary>
      <dl>
        <Fact label="Amount">{amountDue(order)}</Fact>
        {factsOf[paymentMethod](accounts, order)}
      </dl>
      {paymentStatus === 'paid' && (
        <p className="mt-3 text-sm text-muted">
          {!isKnown && 'Your transfer went to the address of the network that you chose. '}
          Keep your proof of transfer until we’ve {isElsewhere ? 'decided' : 'found it'}.
        </p>
      )}
    </details>
  )
}

/** Whether the rest goes where the money went. */
const isSameAccount = ({ paymentMethod, request, rest }: Order) =>
  rest?.method === paymentMethod && (paymentMethod !== 'crypto' || rest.network === request?.network)

/** The account itself, for as long as the rest is folded. */
const accountOf: typeof factsOf = {
  bank: ({ bank }) => <span className="tabular whitespace-nowrap">{bank?.accountNumber}</span>,
  binance: ({ binance }) => <span className="tabular whitespace-nowrap">{binance?.payId}</span>,
  crypto: ({ crypto }, { request }) => (
    <Shortened text={crypto?.find(({ network }) => network === request?.network)?.address ?? ''} />
  ),
}

const factsOf: Record<Order['paymentMethod'], (accounts: TransferTo, order: Order) => ReactNode> = {
  bank: ({ bank }, { reference }) =>
    bank && (
      <>
        <Fact label="Bank">{bank.bankName}</Fact>
        <Fact label="Account name">{bank.accountName}</Fact>
        <Fact label="Account number">{bank.accountNumber}</Fact>
        <Fact label={paymentCodeLabel}>{formatPaymentReference(reference)}</Fact>
      </>
    ),
  binance: ({ binance }, { reference }) =>
    binance && (
      <>
        <Fact label="Pay ID">{binance.payId}</Fact>
        <Fact label="Name">{binance.name}</Fact>
        <Fact label={paymentCodeLabel}>{formatPaymentReference(reference)}</Fact>
      </>
    ),
  // Of the network that was chosen; all of them if it was never said.
  crypto: ({ crypto }, { request }) =>
    crypto
      ?.filter(({ network }) => !request?.network || network === request.network)
      .map(({ network, address }) => (
        <Fact key={network} label={request?.network ? 'Address' : networkLabel(network)}>
          <WalletAddress address={address} />
        </Fact>
      )),
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="tabular wrap-anywhere">{children}</dd>
  </div>
)
