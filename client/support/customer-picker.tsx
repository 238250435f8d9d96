import { orderRoutes } from '../../shared/order-calls.ts'
import { keepOrders } from '../orders/store.ts'
import { useClient, useStore } from '../store.tsx'
import { useLoad } from '../use-load.ts'
import { AttachmentPicker, type AttachmentPickerProps, mostAttached } from './attachment-picker.tsx'

/** Chooses among the items and one's own orders. */
export function CustomerPicker(props: Omit<AttachmentPickerProps, 'orders'>) {
  const client = useClient()
  const { status } = useLoad('support/orders', (signal) =>
    client.load(
      orderRoutes.orders,
      { limit: mostAttached },
      {
        slice: 'support/orders',
        streams: ['user'],
        signal,
        write: (draft, { data }) => keepOrders(draft, data),
      },
    ),
  )
  const byId = useStore((state) => state.orders.byId)
  const orders = Object.values(byId).toSorted((a, b) => b.createdAt - a.createdAt)
  return <AttachmentPicker {...props} orders={status === 'loading' && orders.length === 0 ? undefined : orders} />
}
