import { loadStaffOrders } from './actions.ts'
import { useNow } from '../orders/use-now.ts'
import { useClient, useStore } from '../store.tsx'
import { useLoad } from '../use-load.ts'
import { StaffOrderList } from './staff-order-list.tsx'
import { type StaffFilter, staffOrdersKey } from './store.ts'

const toDeliver: StaffFilter = { paymentStatus: 'verified', orderStatus: 'processing' }
const verified: StaffFilter = { paymentStatus: 'verified' }

/** What was verified and still has to be delivered. */
export function ToDeliver() {
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

/** The payments that were verified last. */
export function VerifiedLast() {
  const { orders } = useOrders(verified)
  const now = useNow(30_000)
  const last = orders.toSorted((a, b) => (b.verifiedAt ?? 0) - (a.verifiedAt ?? 0)).slice(0, 5)
  if (last.length === 0) return null
  return (
    <section aria-labelledby="verified-last">
      <h2 id="verified-last" className="mb-3 text-lg">
        Verified last
      </h2>
      <StaffOrderList label="Payments verified last" orders={last} now={now} />
    </section>
  )
}

function useOrders(filter: StaffFilter) {
  const client = useClient()
  const key = staffOrdersKey(filter)
  useLoad(key, (signal) => loadStaffOrders(client, filter, signal))
  const list = useStore((state) => state.staff.lists[key])
  const byId = useStore((state) => state.staff.byId)
  return { orders: (list?.ids ?? []).flatMap((id) => byId[id] ?? []), total: list?.totalCount ?? 0 }
}
