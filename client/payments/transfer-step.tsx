import { type RefObject, useCallback, useRef } from 'react'
import { isDollar } from '../../shared/payments/amounts.ts'
import type { PaymentMethod, TransferTo } from '../../shared/payments/schema.ts'
import type { Coin, Transfer } from '../../shared/payments/transfer.ts'
import { AccountGuard } from './account-guard.tsx'
import { CryptoChoice } from './crypto-choice.tsx'
import { useFocusAfter } from '../lib/use-focus-after.ts'
import type { Loading } from '../use-load.ts'
import { ErrorState } from '../ui/empty.tsx'
import { TransferDetails } from './transfer-details.tsx'
import { TransferSkeleton } from './transfer-skeleton.tsx'

export interface TransferStepProps {
  method: PaymentMethod
  /** null until the amount is known. */
  transfer: Transfer | null
  loading: Loading
  accounts: TransferTo
  /** Of a crypto transfer. */
  coin: Coin | undefined
  onCoin: (coin: Coin) => void
  /** The amount has two decimals, for wallets that take no more. */
  twoDecimals: boolean
  onTwoDecimals: (twoDecimals: boolean) => void
}

/** The first step of paying: what to send, and where. */
export function TransferStep({
  method,
  transfer,
  loading,
  accounts,
  coin,
  onCoin,
  twoDecimals,
  onTwoDecimals,
}: TransferStepProps) {
  const decimals = useRef<HTMLButtonElement>(null)
  const isToggled = useRef(false)
  function changeDecimals(isTwo: boolean) {
    isToggled.current = true
    onTwoDecimals(isTwo)
  }
  // The button is gone while the other amount is loading.
  const giveFocus = useCallback(() => {
    if (isToggled.current) decimals.current?.focus()
    isToggled.current = false
  }, [])
  useFocusAfter(!transfer, giveFocus)
  return (
    <section aria-labelledby="transfer" className="surface p-5 wide:p-6">
      <TransferStepHeading id="transfer" />
      {coin && accounts.crypto && (
        <div className="mb-6">
          <CryptoChoice accounts={accounts.crypto} coin={coin} onChange={onCoin} />
        </div>
      )}
      {transfer ? (
        <TransferDetails
          transfer={transfer}
          amountChoice={
            coin && isDollar(coin.token) && <Decimals isTwo={twoDecimals} button={decimals} onChange={changeDecimals} />
          }
        />
      ) : loading.status === 'failed' ? (
        <ErrorState title="We can’t show what to send" text={loading.message} onRetry={loading.retry} />
      ) : (
        <TransferSkeleton method={method} />
      )}
    </section>
  )
}

/** With a guard against forged accounts, to be read before anything is copied. */
export const TransferStepHeading = ({ id }: { id?: string }) => (
  <div className="mb-4">
    <h2 id={id} className="text-lg">
      1. Send the transfer
    </h2>
    <AccountGuard className="mt-1" />
  </div>
)

type DecimalsProps = {
  isTwo: boolean
  button: RefObject<HTMLButtonElement | null>
  onChange: (isTwo: boolean) => void
}

/** Some wallets can't send an amount with four decimals. */
function Decimals({ isTwo, button, onChange }: DecimalsProps) {
  return (
    <>
      <button ref={button} type="button" className="link" onClick={() => onChange(!isTwo)}>
        {isTwo ? 'Show the amount with all its decimals' : 'My wallet takes only two decimals'}
      </button>
      {isTwo && '. The extra cents aren’t sent back: you get a point for each.'}
    </>
  )
}
