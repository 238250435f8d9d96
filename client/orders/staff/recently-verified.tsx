import { loadStaffOrders } from './actions.ts'
import { useNow } from '../../lib/use-now.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { ErrorState } from '../../ui/empty.tsx'
import { useLoad } from '../../use-load.ts'
import { StaffOrderList } from './staff-order-list.tsx'
import type { StaffOrderFilter } from './state.ts'
import { staffOrdersKey } from './store.ts'

const verified: StaffOrderFilter = { paymentStatus: 'verified' }
const key = staffOrdersKey(verified)

/** The most recently verified payments. */
export function RecentlyVerified() {
  const client = useClient()
  const now = useNow(30_000)
  const { status, message, retry } = useLoad(key, (signal) => loadStaffOrders(client, verified, signal))
  const ids = useStore((state) => state.staffOrders.lists[key]?.ids)
  const byId = useStore((state) => state.staffOrders.byId)
  const recent = (ids ?? [])
    .flatMap((id) => byId[id] ?? [])
    .toSorted((a, b) => (b.verifiedAt ?? 0) - (a.verifiedAt ?? 0))
    .slice(0, 5)
  const failed = !ids && status === 'failed'
  if (recent.length === 0 && !failed) return null
  return (
    <section aria-labelledby="recently-verified">
      <h2 id="recently-verified" className="mb-3 text-lg">
        Recently verified
      </h2>
      {failed ? (
        <ErrorState title="Error loading orders" text={message} onRetry={retry} />
      ) : (
        <StaffOrderList label="Recently verified payments" orders={recent} now={now} />
      )}
    </section>
  )
}
