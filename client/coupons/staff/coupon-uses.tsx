import { Download, TicketPercent } from 'lucide-react'
import { Link } from 'wouter'
import type { CouponUse, StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import { formatMoney } from '../../../shared/money.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { formatDateTime } from '../../lib/format-date.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StaffError } from '../../staff/staff-error.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Loading, SkeletonLine } from '../../ui/skeleton.tsx'
import { useLoad } from '../../use-load.ts'
import { exportCodes, loadCouponUses, loadMoreCouponUses } from './actions.ts'
import { couponUsesKey } from './store.ts'

/** Who used a coupon, or the codes of a batch, which can be downloaded. */
export function CouponUses({ coupon, onClose }: { coupon: StaffCoupon; onClose: () => void }) {
  const client = useClient()
  const { _id, code, batchSize } = coupon
  const uses = useStore((state) => state.staffCoupons.uses[_id])
  const loading = useLoad(couponUsesKey(_id), (signal) => loadCouponUses(client, _id, signal))
  const more = useAct(() => loadMoreCouponUses(client, _id), { failed: 'Error loading uses' })
  const download = useAct(
    async () => {
      const { name, text } = await exportCodes(client, _id)
      saveFile(name, text, 'text/csv')
    },
    { failed: 'The codes could not be downloaded', unreached: 'Network error. Please try again.' },
  )
  return (
    <Dialog
      open
      wide
      sheet
      onClose={onClose}
      title={batchSize === null ? `Who used ${code}` : `Codes of ${code}`}
      foot={
        <>
          {batchSize !== null && (
            <Button icon={Download} busy={download.busy} onClick={() => download.run()}>
              Download codes (CSV)
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p role="status" className="mb-3 text-muted empty:hidden">
        {uses && summaryOf(uses.totalCount, batchSize)}
      </p>
      {!uses && loading.status === 'failed' && (
        <StaffError
          title="Error loading uses"
          text={loading.message}
          errorId={loading.requestId}
          onRetry={loading.retry}
        />
      )}
      {!uses && loading.status !== 'failed' && (
        <Loading label="Loading uses…" className="skeleton-group skeleton-rows divide-y">
          {[1, 2, 3, 4].map((row) => (
            <div key={row} className="flex items-center justify-between gap-4 py-2.5">
              <div className="min-w-0 flex-1">
                <SkeletonLine className="w-36" />
                <div className="text-sm">
                  <SkeletonLine className="w-48" />
                </div>
              </div>
              <SkeletonLine className="skeleton-end w-16 flex-none" />
            </div>
          ))}
        </Loading>
      )}
      {uses?.list.length === 0 && (
        <EmptyState
          icon={TicketPercent}
          title="Not used yet"
          text={
            batchSize === null
              ? 'Orders that use it appear here at once.'
              : 'Download the codes to send them out. Orders that use one appear here at once.'
          }
        />
      )}
      {uses && uses.list.length > 0 && (
        <ul className="divide-y">
          {uses.list.map((use) => (
            <UseRow key={use._id} use={use} isOfBatch={batchSize !== null} />
          ))}
        </ul>
      )}
      {uses && uses.nextCursor !== null && (
        <ShowMore shown={uses.list.length} total={uses.totalCount} busy={more.busy} onMore={more.run} />
      )}
    </Dialog>
  )
}

function summaryOf(used: number, batchSize: number | null): string {
  if (batchSize !== null) return `${used} of ${batchSize} codes used.`
  if (used === 0) return ''
  return `${used === 1 ? 'Used by 1 order' : `Used by ${used} orders`}. Cancelled and rejected orders don’t count.`
}

function UseRow({
  use: { _id, code, customer, amount, createdAt },
  isOfBatch,
}: {
  use: CouponUse
  isOfBatch: boolean
}) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5 [overflow-wrap:anywhere]">
      <Link href={`/admin/customers/${customer._id}`} className="link w-fit font-medium">
        {customer.firstName} {customer.lastName}
      </Link>
      <span className="tabular text-right font-semibold">−{formatMoney(amount)}</span>
      <span className="text-sm text-muted">
        <Link href={`/admin/orders/${_id}`} className="link inline-block py-1">
          #{orderNumber(_id)}
        </Link>
        {isOfBatch && <> · {code}</>}
      </span>
      <span className="text-right text-sm whitespace-nowrap text-muted">{formatDateTime(createdAt)}</span>
    </li>
  )
}
