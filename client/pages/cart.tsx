import { LogIn, ShoppingCart } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CartLine as Line } from '../../shared/cart/schema.ts'
import { addToCart, changeCount, loadCart, removeFromCart } from '../cart/actions.ts'
import { CartLine } from '../cart/cart-line.tsx'
import { CartSkeleton } from '../cart/cart-skeleton.tsx'
import { CartBar, CartSummary, CheckoutButton } from '../cart/cart-summary.tsx'
import { removedItem } from '../cart/removed-item.ts'
import { cartKey } from '../cart/store.ts'
import { useCheckout } from '../cart/use-checkout.ts'
import { VisitorCart } from '../cart/visitor-cart.tsx'
import BestSellers from '../catalogue/best-sellers.tsx'
import { PageNeedsScripts } from '../layout/page-needs-scripts.tsx'
import { authAddress } from '../layout/return-path.ts'
import { useFailureToast } from '../layout/use-failure-toast.ts'
import { errorMessage } from '../lib/error-message.ts'
import { useMoney } from '../use-money.ts'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Flip } from '../ui/flip.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useDismissToasts, useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'

export default function CartPage() {
  const client = useClient()
  const ready = useStore((state) => state.accounts.ready)
  const user = useStore((state) => state.accounts.user)
  const lines = useStore((state) => state.cart.lines)
  const unavailable = useStore((state) => state.cart.unavailable)
  const visitorLines = useStore((state) => state.cart.visitorLines)
  const merge = useStore((state) => state.cart.merge)
  const container = useRef<HTMLDivElement>(null)
  const loading = useLoad(user && cartKey, (signal) => loadCart(client, signal))
  useFailureToast(loading, 'Error loading cart')
  const visit = useVisit(user?._id)

  return (
    <div className="page-column pt-8 wide:py-10">
      <title>Shopping Cart · Kade</title>
      <meta name="robots" content="noindex" />
      {ready && !user ? (
        visitorLines.length > 0 ? (
          <VisitorCart lines={visitorLines} />
        ) : (
          <>
            <Visitor />
            <BestSellers />
          </>
        )
      ) : (
        <>
          <PageTitle>Shopping Cart</PageTitle>
          {!ready && <PageNeedsScripts className="pt-4" />}
          {lines && <UnavailableStatus unavailable={unavailable} />}
          <div ref={container} tabIndex={-1} className="mt-4 outline-none">
            {merge === 'waiting' && <MergeWaiting />}
            {lines && (lines.length > 0 || merge !== 'sending') ? (
              <Cart lines={lines} unavailable={unavailable} container={container} visit={visit} />
            ) : loading.status === 'failed' ? (
              <ErrorState title="Error loading cart" text={loading.message} onRetry={loading.retry} />
            ) : (
              <CartSkeleton />
            )}
          </div>
        </>
      )}
    </div>
  )
}

/** Aborted, with its Undo toasts dismissed, when the cart page closes or the user changes. */
function useVisit(userId: string | undefined): RefObject<AbortController | null> {
  const visit = useRef<AbortController>(null)
  const dismissToasts = useDismissToasts()
  useEffect(() => {
    const controller = new AbortController()
    visit.current = controller
    return () => {
      controller.abort()
      dismissToasts(removedItem)
    }
  }, [dismissToasts, userId])
  return visit
}

type CartProps = {
  lines: Line[]
  /** Shown in their places, but outside the sum. */
  unavailable: Line[]
  /** Gets the focus when the line that had it is removed. */
  container: RefObject<HTMLDivElement | null>
  visit: RefObject<AbortController | null>
}

function Cart({ lines, unavailable, container, visit }: CartProps) {
  const client = useClient()
  const toast = useToast()
  const money = useMoney()
  const busyLines = useStore((state) => state.cart.busy)
  const { ordering, busy, changed, order, forget } = useCheckout({ lines, unavailable })
  const displayed = ordering ?? { lines, unavailable }
  const summary = {
    lines: displayed.lines,
    money,
    action: <CheckoutButton disabled={displayed.lines.length === 0} busy={busy} onClick={order} />,
  }

  async function setCount(line: Line, count: number) {
    try {
      await changeCount(client, line._id, count)
    } catch (error) {
      toast(errorMessage(error, 'Error updating cart item'), { type: 'error' })
    }
  }

  async function remove({ _id, item, count, isAvailable }: ShownLine) {
    const signal = visit.current?.signal
    container.current?.focus({ preventScroll: true })
    forget()
    try {
      await removeFromCart(client, _id)
      const undo = { label: 'Undo', onSelect: () => void putBack(item._id, count), isNextStop: true }
      const action = isAvailable && !signal?.aborted ? undo : undefined
      toast('Item removed from cart', { type: 'success', action, key: item._id, about: removedItem })
    } catch (error) {
      toast(errorMessage(error, 'Error removing cart item'), { type: 'error' })
    }
  }

  async function putBack(itemId: string, count: number) {
    container.current?.focus({ preventScroll: true })
    try {
      await addToCart(client, itemId, count)
    } catch (error) {
      toast(errorMessage(error, 'Error adding item to cart'), { type: 'error' })
    }
  }

  const shown = inOrder(displayed.lines, displayed.unavailable)
  if (shown.length === 0) return <EmptyCart />
  return (
    <>
      {changed && (
        <Note tone="waiting" className="mb-2">
          {changed}
        </Note>
      )}
      <Flip
        items="li, .receipt"
        fadesRemoved
        className="grid items-start gap-8 wide:grid-cols-[minmax(0,1fr)_23rem] wide:gap-12"
      >
        <ul aria-label="Items in your cart" className="divide-y divide-line max-wide:*:last:border-b">
          {shown.map((line) => (
            <CartLine
              key={line._id}
              line={line}
              busy={line._id in busyLines}
              money={money}
              onCount={(count) => void setCount(line, count)}
              onRemove={() => void remove(line)}
            />
          ))}
        </ul>
        <CartSummary {...summary} />
      </Flip>
      <CartBar {...summary} />
    </>
  )
}

type ShownLine = Line & { isAvailable: boolean }

/** Ids begin with the time at which a line was added, so one that becomes unavailable stays in its place. */
const inOrder = (lines: Line[], unavailable: Line[]): ShownLine[] =>
  [
    ...lines.map((line) => ({ ...line, isAvailable: true })),
    ...unavailable.map((line) => ({ ...line, isAvailable: false })),
  ].toSorted((a, b) => (a._id < b._id ? -1 : 1))

/** Tells screen readers what becomes unavailable while the cart is open. */
function UnavailableStatus({ unavailable }: { unavailable: Line[] }) {
  const [atFirst] = useState(() => new Set(unavailable.map(({ _id }) => _id)))
  const changed = unavailable.filter(({ _id }) => !atFirst.has(_id))
  return (
    <p role="status" className="sr-only">
      {changed.map(({ item }) => `${item.name} is no longer available`).join('. ')}
    </p>
  )
}

/** While the server can't be reached. */
const MergeWaiting = () => (
  <Note tone="waiting" className="mb-2">
    What you chose before logging in will be added as soon as we can reach the store.
  </Note>
)

function EmptyCart() {
  return (
    <>
      <EmptyState
        icon={ShoppingCart}
        title="Your cart is empty"
        text="Find a subscription or service you like and add it here."
        action={
          <ButtonLink variant="primary" href="/items">
            Browse services
          </ButtonLink>
        }
      />
      <BestSellers />
    </>
  )
}

function Visitor() {
  return (
    <EmptyState
      level={1}
      icon={ShoppingCart}
      title="Please log in to view your cart"
      text="You need to be logged in to access your shopping cart. What you choose before that stays on this device, and is added when you log in."
      action={
        <ButtonLink variant="primary" href={authAddress('/cart')} icon={LogIn}>
          Login / Register
        </ButtonLink>
      }
    />
  )
}
