import { Ban } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { useClient } from '../client-context.tsx'
import { useAct } from '../lib/use-act.ts'
import { useFocusAfter } from '../lib/use-focus-after.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { cancelOrder } from './actions.ts'

type CancelOrderProps = {
  order: Order
  /** The element that has the focus once the order is cancelled, in the middle of the screen; the page by default. */
  nextId?: string
  className?: string
} & ButtonLook

/** A button that cancels an order after asking for confirmation. */
export function CancelOrder({ order, nextId, ...look }: CancelOrderProps) {
  const client = useClient()
  const [asking, setAsking] = useState(false)
  const { busy, run } = useAct(() => cancelOrder(client, order._id).then(() => 'Order cancelled'), {
    failed: 'Failed to cancel order',
    unreached: 'Network error',
    onDone: () => setAsking(false),
    onFailed: () => setAsking(false),
  })

  // A cancelled order has no such button that could get the focus back.
  const giveFocus = useCallback(() => {
    const target = document.getElementById(nextId ?? 'content')
    target?.focus({ preventScroll: true })
    if (nextId) target?.scrollIntoView({ block: 'center' })
  }, [nextId])
  useFocusAfter(busy, giveFocus)

  return (
    <>
      <Button {...look} icon={Ban} onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      <ConfirmDialog
        open={asking}
        title="Cancel this order?"
        text={`Order #${orderNumber(order._id)} will be closed, and you can’t reopen it. Don’t cancel it if you have already sent the money.`}
        confirmLabel="Cancel order"
        busyLabel="Cancelling…"
        cancelLabel="Keep order"
        danger
        busy={busy}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
