import { loadStaffOrders } from './actions.ts'
import { useNow } from '../../lib/use-now.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { useLoad } from '../../use-load.ts'
import { StaffOrderList } from './staff-order-list.tsx'
import type { StaffOrderFilter } from './state.ts'
import { staffOrdersKey } from './store.ts'

const toDeliver: StaffOrderFilter = { paymentStatus: 'verified', orderStatus: 'processing' }
const verified: StaffOrderFilter = { paymentStatus: 'verified' }

/** Verified orders that still have to be delivered. */
export function OrdersToDeliver() {
  const { orders, total } = useOrders(toDeliver)
  const now = useNow(30_000)
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="to-deliver" className="mt-10">
      <h2 id="to-deliver" className="mb-3 text-lg">
        To deliver <span className="tabular font-normal text-muted">{total}</span>
      </h2>
      <StaffOrderList label="Orders to deliver" orders={orders} now={now} />
    </section>
  )
}

/** The most recently verified payments. */
export function RecentlyVerified() {
  const { orders } = useOrders(verified)
  const now = useNow(30_000)
  const recent = orders.toSorted((a, b) => (b.verifiedAt ?? 0) - (a.verifiedAt ?? 0)).slice(0, 5)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recently-verified">
      <h2 id="recently-verified" className="mb-3 text-lg">
        Recently verified
      </h2>
      <StaffOrderList label="Recently verified payments" orders={recent} now={now} />
    </section>
  )
}

function useOrders(filter: StaffOrderFilter) {
  const client = useClient()
  const key = staffOrdersKey(filter)
  useLoad(key, (signal) => loadStaffOrders(client, filter, signal))
  const list = useStore((state) => state.staffOrders.lists[key])
  const byId = useStore((state) => state.staffOrders.byId)
  return { orders: (list?.ids ?? []).flatMap((id) => byId[id] ?? []), total: list?.totalCount ?? 0 }
}
