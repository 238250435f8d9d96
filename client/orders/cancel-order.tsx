import { Ban } from 'lucide-react'
import { useState } from 'react'
import type { Order } from '../../shared/order-calls.ts'
import { orderNumber } from '../../shared/orders.ts'
import { useClient } from '../store.tsx'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { cancelOrder } from './actions.ts'
import { tellFailure } from './tell-failure.ts'

/** Calls an order off, after asking. */
export function CancelOrder({ order, ...look }: { order: Order; className?: string } & ButtonLook) {
  const client = useClient()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function cancel() {
    setBusy(true)
    try {
      await cancelOrder(client, order._id)
      toast('Order cancelled', { type: 'success' })
    } catch (error) {
      toast(tellFailure(error, 'Failed to cancel order', 'Network error'), { type: 'error' })
    }
    setBusy(false)
    setAsking(false)
  }

  return (
    <>
      <Button {...look} icon={Ban} onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      <ConfirmDialog
        open={asking}
        title="Cancel this order?"
        text={`Order #${orderNumber(order._id)} will be closed and can't be opened again. Don't cancel it if you have already sent the money.`}
        confirmLabel="Cancel order"
        busyLabel="Cancelling…"
        cancelLabel="Keep order"
        danger
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
