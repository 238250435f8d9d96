import type { PaymentState } from './ledger-schema.ts'
import { hasArrived } from './order-amounts.ts'
import { chainNames, describeProgressForStaff, type PaymentProgress } from './progress.ts'
import type { Network } from './schema.ts'

type Waiting = {
  paymentStatus: string
  paymentMethod: string
  request: { method: string; network: Network | null } | null
  payments: readonly { state: PaymentState }[]
}
type Progress = Pick<PaymentProgress, 'state' | 'confirmations' | 'of' | 'network'>

/** `isUnusual`: the store has looked for the payment itself. */
export type NothingReceived = { text: string; isUnusual: boolean }

/**
 * What staff read before they verify a payment of which nothing is known to have been received; null for any other order.
 * Bank transfers and Binance payments are looked up by hand, so nothing recorded is normal for them.
 * @param isWatched the store looks for payments on the network that was asked for
 * @param progress what the store knows of the order's transfer on its chain
 */
export function describeNothingReceived(
  { paymentStatus, paymentMethod, request, payments }: Waiting,
  isWatched: boolean,
  progress?: Progress,
): NothingReceived | null {
  if (paymentStatus !== 'paid' || payments.some(hasArrived)) return null
  if (progress && progress.state !== 'unknown') {
    return { text: describeProgressForStaff(progress), isUnusual: !onItsWay.has(progress.state) }
  }
  const asked = request?.method === paymentMethod ? request.network : null
  const network = progress?.network ?? (isWatched ? asked : null)
  if (network) {
    return {
      text: `No payment was found on ${chainNames[network]}. Check the transfer before you verify.`,
      isUnusual: true,
    }
  }
  const known =
    payments.length === 0 ? 'Nothing recorded for this order yet.' : 'Nothing that was recorded for this order counts.'
  return { text: `${known} Check ${places[paymentMethod] ?? 'the transfer'} before you verify.`, isUnusual: false }
}

const onItsWay = new Set<Progress['state']>(['seen', 'confirming', 'final'])

/** Where staff look. */
const places: Record<string, string> = { bank: 'the bank account', binance: 'Binance Pay', crypto: 'the wallet' }
