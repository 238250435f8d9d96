import { useClient, useStore } from '../../client-context.tsx'
import { loadStaffOrder } from '../../orders/staff/actions.ts'
import { staffOrderKey } from '../../orders/staff/store.ts'
import { useLoad } from '../../use-load.ts'
import { OrderSummaryCard } from '../order-summary-card.tsx'

/** An order attached to a message, for staff. */
export default function StaffOrderCard({ id }: { id: string }) {
  const client = useClient()
  const order = useStore((state) => state.staffOrders.byId[id])
  const { status } = useLoad(order ? null : staffOrderKey(id), (signal) => loadStaffOrder(client, id, signal))
  return <OrderSummaryCard id={id} href={`/admin/orders/${id}`} order={order} failed={status === 'failed'} />
}
