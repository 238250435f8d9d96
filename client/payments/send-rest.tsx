import { useState } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import {
  methodLabel,
  type PaymentMethod,
  supportedPaymentMethods,
  type TransferTo,
} from '../../shared/payments/schema.ts'
import { bankTransfer, binanceTransfer, cryptoTransfer, type Transfer } from '../../shared/payments/transfer.ts'
import { useClient, useStore } from '../client-context.tsx'
import { useAct } from '../lib/use-act.ts'
import { loadOrder, requestPayment } from '../orders/actions.ts'
import { orderKey } from '../orders/store.ts'
import { Button } from '../ui/button.tsx'
import { Choices } from '../ui/choice.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { useLoad } from '../use-load.ts'
import { AccountGuard } from './account-guard.tsx'
import { coinOf, CryptoChoice } from './crypto-choice.tsx'
import { DemoNote } from './demo-note.tsx'
import { MethodMarks } from './marks.tsx'
import { TransferDetails } from './transfer-details.tsx'
import { TransferSkeleton } from './transfer-skeleton.tsx'

/** What to send for what is missing of an order, and where; by default the way the customer paid before. */
export function SendRest({ order }: { order: Order }) {
  const client = useClient()
  const accounts = useStore((state) => state.orders.transferTo[order._id])
  const demo = useStore((state) => state.config?.demo ?? false)
  // Events carry no accounts, and a paid order has only the one that was chosen.
  const loading = useLoad(`${orderKey(order._id)}/rest/${order.received}`, (signal) =>
    loadOrder(client, order._id, signal),
  )
  const [isChoosing, setChoosing] = useState(false)
  const { busy, run: ask } = useAct(
    async (choice: Parameters<typeof requestPayment>[2]) => void (await requestPayment(client, order._id, choice)),
    { failed: 'The way to pay could not be changed' },
  )
  const transfer = accounts && transferOf(order, accounts)
  const asksForNetwork = !order.rest && order.paymentMethod === 'crypto'
  const method = order.rest?.method ?? order.paymentMethod

  function chooseMethod(next: PaymentMethod) {
    if (next !== 'crypto') return ask({ method: next })
    if (!accounts?.crypto) return
    const { network, token } = coinOf(accounts.crypto)
    ask({ method: next, network, token })
  }

  return (
    <div className="send-rest grid gap-3">
      <div className="-my-1.5 flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-lg">Send the rest</h2>
        {transfer && accounts?.crypto && (
          <Button size="small" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            Send it another way
          </Button>
        )}
      </div>
      <AccountGuard />
      {(isChoosing || asksForNetwork) && accounts?.crypto && (
        <>
          <Choices
            legend="Send the rest by"
            className="rest-methods"
            options={supportedPaymentMethods.map((value) => ({
              value,
              label: methodLabel(value),
              side: <MethodMarks method={value} />,
              disabled: busy,
            }))}
            value={method}
            onChange={chooseMethod}
          />
          {method === 'crypto' && (
            <CryptoChoice
              accounts={accounts.crypto}
              coin={coinOf(accounts.crypto, order.rest?.network ?? undefined, order.rest?.token ?? undefined)}
              onChange={({ network, token }) => ask({ method, network, token })}
            />
          )}
          {asksForNetwork && (
            <Button variant="primary" busy={busy} className="w-fit" onClick={() => chooseMethod('crypto')}>
              Show what to send
            </Button>
          )}
        </>
      )}
      {demo && <DemoNote />}
      {transfer && <TransferDetails transfer={transfer} busy={busy} />}
      {!transfer && !(asksForNetwork && accounts?.crypto) && (
        <>
          {loading.status === 'failed' ? (
            <ErrorState title="We can’t show what to send" text={loading.message} onRetry={loading.retry} />
          ) : (
            <TransferSkeleton method={method} />
          )}
        </>
      )}
    </div>
  )
}

function transferOf({ rest, reference }: Order, { bank, binance, crypto }: TransferTo): Transfer | undefined {
  if (!rest) return undefined
  const due = { amount: rest.amount, reference }
  if (rest.method === 'bank') return bank && bankTransfer(bank, due)
  if (rest.method === 'binance') return binance && binanceTransfer(binance, due)
  const account = crypto?.find(({ network }) => network === rest.network)
  return account && rest.token && rest.network
    ? cryptoTransfer({ network: rest.network, token: rest.token, address: account.address }, due)
    : undefined
}
