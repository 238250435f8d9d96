import { LifeBuoy, Printer } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useParams } from 'wouter'
import { type Order, orderLabels, paymentLabels } from '../../shared/orders/schema.ts'
import { needsProof } from '../../shared/payments/proof-schema.ts'
import { restOf } from '../../shared/payments/rest.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { loadOrder } from '../orders/actions.ts'
import { BackLink } from '../ui/back-link.tsx'
import { ClosedOrderPanel } from '../orders/closed-order-panel.tsx'
import { CancelOrder } from '../orders/cancel-order.tsx'
import { Delivery } from '../orders/delivery.tsx'
import { headlineOf, isDecidedByStaff } from '../orders/headline.ts'
import { MoneyPanel } from '../orders/money-panel.tsx'
import { LiveTimeline, useLiveSignals } from '../orders/live-timeline.tsx'
import { TransferProgress } from '../orders/transfer-progress.tsx'
import { TransferPanel } from '../orders/transfer-panel.tsx'
import { TitleNotice } from '../orders/title-notice.tsx'
import { SentTo } from '../payments/sent-to.tsx'
import { lateMoneyOf } from '../orders/late-money.ts'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { OrderFailed } from '../orders/order-failed.tsx'
import { OrderNotFound } from '../orders/order-not-found.tsx'
import { useBackToOrders } from '../orders/open-order.ts'
import { OrderAgain } from '../orders/order-again-button.tsx'
import { OrderReceipt } from '../orders/order-receipt.tsx'
import { ReceiptFold } from '../orders/receipt-fold.tsx'
import { OrderSkeleton } from '../orders/order-skeleton.tsx'
import { OrderBadge, PaymentBadge } from '../orders/status-badge.tsx'
import { amountDue } from '../orders/amount-due.ts'
import { orderKey } from '../orders/store.ts'
import { ReviewPurchase } from '../reviews/review-purchase.tsx'
import { PresenceLine } from '../support/presence-line.tsx'
import { TransferQuestion } from '../support/transfer-question.tsx'
import { useVerification } from '../orders/use-verification.ts'
import { useMoney } from '../use-money.ts'
import { formatDateTime } from '../lib/format-date.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { CrossFade } from '../ui/cross-fade.tsx'
import { Flip, scrollToPart } from '../ui/flip.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useToast } from '../ui/toast.tsx'
import { usePageVisible } from '../ui/use-page-visible.ts'
import { useLoad } from '../use-load.ts'

export default function OrderDetailsPage() {
  const { id = '' } = useParams()
  const client = useClient()
  const { status, message, code, retry } = useLoad(orderKey(id), (signal) => loadOrder(client, id, signal))
  const order = useStore((state) => state.orders.byId[id])

  if (code === 'not_found') return <OrderNotFound />
  if (order) return <OrderDetails key={id} order={order} />
  if (status === 'failed') {
    return <OrderFailed title={`Order #${orderNumber(id)}`} message={message} onRetry={retry} />
  }
  return <OrderSkeleton title={`Order #${orderNumber(id)}`} details />
}

/** An order's receipt next to its progress, updated live. */
function OrderDetails({ order }: { order: Order }) {
  const money = useMoney()
  const customer = useStore((state) => state.accounts.user)
  const { shown, isStaged } = useVerification(order)
  const signals = useLiveSignals(order._id)
  const progress = useRef<HTMLDivElement>(null)
  useToastIfOffScreen(shown, headlineOf(shown, undefined, money).title, progress)
  // Where it is stays as it was when the page was opened, so that it doesn't move under what is being done.
  const [wasAsked] = useState(() => needsProof(order))
  const isShort = restOf(shown) > 0
  const isMisdirected = isDecidedByStaff(shown, signals.transfer)
  const number = `Order #${orderNumber(order._id)}`
  return (
    <div className="page-column py-6 wide:py-10">
      <TitleNotice
        status={headlineOf(order, undefined, money).title}
        page={number}
        isGood={order.paymentStatus === 'verified'}
      />
      <BackLink href="/orders" onClick={useBackToOrders(order._id)}>
        Back to orders
      </BackLink>
      <div className="print:hidden">
        <PageTitle text={`Placed ${formatDateTime(order.createdAt)}`}>
          <span className="order-title">{number}</span>
        </PageTitle>
        <Statuses order={shown} isStaged={isStaged} />
      </div>
      <Flip
        items=".order-part"
        keepsScroll
        delayMs={isStaged ? 250 : 0}
        className={classNames(
          'mt-7 grid items-start gap-8 print:block wide:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] wide:gap-16',
          // What to send has room for its QR code.
          !isShort && 'md:grid-cols-2 md:gap-10',
        )}
      >
        <div className="grid gap-8 print:hidden">
          {/* What is wrong with a transfer comes before everything else. */}
          <div className="order-part empty:hidden">
            <TransferProgress orderId={order._id} only="problem" />
          </div>
          <div ref={progress} className="order-part scroll-mt-2">
            <LiveTimeline order={shown} signals={signals} staged={isStaged}>
              {shown.paymentStatus === 'pending' && !isShort && <PendingActions order={shown} />}
              {isMisdirected && (
                <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                  <PresenceLine />
                  <ButtonLink icon={LifeBuoy} href={`/support?order=${order._id}`} className="max-sm:w-full">
                    Write to support
                  </ButtonLink>
                </div>
              )}
              <ClosedOrderPanel
                order={shown}
                question={<TransferQuestion order={shown} amount={amountDue(shown)} />}
                presence={<PresenceLine />}
              />
              {shown.hasDelivery && <Delivery order={shown} />}
              {shown.paymentStatus === 'verified' && shown.orderStatus === 'completed' && (
                <div className="flex flex-wrap gap-2">
                  <OrderAgain order={shown} />
                  <ReviewPurchase lines={shown.items} />
                </div>
              )}
              {isShort && <MoneyPanel order={shown} />}
              {wasAsked && <TransferPanel order={shown} />}
            </LiveTimeline>
          </div>
          <div className="order-part empty:hidden">
            <TransferProgress orderId={order._id} only="progress" />
          </div>
          <div className="order-part empty:hidden">{!isShort && <MoneyPanel order={shown} />}</div>
          <div className="order-part empty:hidden">{!wasAsked && <TransferPanel order={shown} />}</div>
          <div className="order-part empty:hidden">
            <SentTo order={shown} />
          </div>
        </div>
        <div className="order-part">
          <ReceiptFold order={shown} isFolded={isShort}>
            <OrderReceipt order={shown} money={money} customer={customer} pressed={isStaged} />
          </ReceiptFold>
          <p className="mt-5 flex flex-wrap justify-center gap-2 empty:hidden print:hidden">
            {shown.verifiedAt && (
              <Button size="small" variant="plain" icon={Printer} onClick={() => window.print()}>
                Print receipt
              </Button>
            )}
            {!isMisdirected && !hasSupportButton(shown) && (
              <ButtonLink size="small" variant="plain" icon={LifeBuoy} href={`/support?order=${order._id}`}>
                Get help with this order
              </ButtonLink>
            )}
          </p>
        </div>
      </Flip>
    </div>
  )
}

/** Whether support is among what the customer can do (ClosedOrderPanel). */
const hasSupportButton = (order: Order) => order.paymentStatus === 'refunded' || lateMoneyOf(order) !== null

/** The labels of both statuses; of an order that money came for after it was closed, next to that. */
function Statuses({ order, isStaged }: { order: Order; isStaged: boolean }) {
  const late = lateMoneyOf(order)
  if (late?.isLate) {
    return (
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <OrderStateBadge order={order} />
        <span>
          {paymentLabels[order.paymentStatus]} · {orderLabels[order.orderStatus]}
        </span>
      </p>
    )
  }
  return (
    <Flip
      items=".cross-fade"
      delayMs={isStaged ? 350 : 0}
      className={classNames('mt-4 flex flex-wrap gap-2', isStaged && 'staged-words')}
    >
      <CrossFade as="span" id={order.paymentStatus}>
        <PaymentBadge order={order} />
      </CrossFade>
      <CrossFade as="span" id={order.orderStatus}>
        <OrderBadge status={order.orderStatus} />
      </CrossFade>
    </Flip>
  )
}

/** A decision is shown where the progress is, which may be above the screen on a phone. */
function useToastIfOffScreen(order: Order, title: string, progress: RefObject<HTMLElement | null>) {
  const toast = useToast()
  const { paymentStatus, orderStatus } = order
  const isPageVisible = usePageVisible()
  const announcedState = useRef(`${paymentStatus} ${orderStatus}`)
  const announce = useEffectEvent(() => {
    const type = decisions[paymentStatus]
    if (!type) return
    const name = orderStatus === 'processing' && order.history.findLast(({ what }) => what === 'verified')?.name
    const view = () => progress.current && scrollToPart(progress.current)
    toast(name ? `${title} by ${name}` : title, { type, action: { label: 'View', onSelect: view } })
  })
  useEffect(() => {
    const state = `${paymentStatus} ${orderStatus}`
    // In the background, it waits until the page is seen again.
    if (!isPageVisible || announcedState.current === state) return
    announcedState.current = state
    if (progress.current && isOffScreen(progress.current)) announce()
  }, [paymentStatus, orderStatus, progress, isPageVisible])
}

const decisions = { verified: 'success', failed: 'error', refunded: 'info' } as Partial<
  Record<Order['paymentStatus'], 'success' | 'error' | 'info'>
>

/** Whether an element is off the screen once it has moved to its place: its bounding box is where it is drawn meanwhile. */
function isOffScreen(element: HTMLElement) {
  let top = -scrollY
  for (let part: Element | null = element; part instanceof HTMLElement; part = part.offsetParent) top += part.offsetTop
  const navHeight = document.querySelector('header')?.offsetHeight ?? 0
  return top + element.offsetHeight < navHeight + 80 || top > innerHeight - 80
}

function PendingActions({ order }: { order: Order }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ButtonLink variant="primary" href={`/orders/${order._id}`} className="min-w-36 max-sm:flex-1">
        Pay now
      </ButtonLink>
      <CancelOrder order={order} variant="plain" />
    </div>
  )
}
