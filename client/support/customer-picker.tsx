import { useClient, useStore } from '../client-context.tsx'
import { useLoad } from '../use-load.ts'
import { attachableOrdersKey, loadAttachableOrders } from './actions.ts'
import { AttachmentPicker, type AttachmentPickerProps } from './attachment-picker.tsx'

/** The attachment picker with the user's own orders. */
export function CustomerPicker(props: Omit<AttachmentPickerProps, 'orders'>) {
  const client = useClient()
  const { status } = useLoad(attachableOrdersKey, (signal) => loadAttachableOrders(client, signal))
  const byId = useStore((state) => state.orders.byId)
  const orders = Object.values(byId).toSorted((a, b) => b.createdAt - a.createdAt)
  return (
    <AttachmentPicker
      {...props}
      withPictures
      orders={status === 'loading' && orders.length === 0 ? undefined : orders}
    />
  )
}
