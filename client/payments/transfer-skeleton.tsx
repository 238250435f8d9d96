import type { PaymentMethod } from '../../shared/payments/schema.ts'
import { paymentCodeLabel } from '../../shared/payments/words.ts'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { copyRow, copyTerm } from '../ui/copy-row.ts'

/** What to send while it is loading, announced. */
export const TransferSkeleton = ({ method }: { method: PaymentMethod }) => (
  <Loading label="Loading what to send…">
    <TransferOutline method={method} />
  </Loading>
)

/** The boxes of what to send: the amount, its details and the QR code. */
export function TransferOutline({ method }: { method: PaymentMethod }) {
  return (
    <div className="transfer-room">
      <div className="transfer-step">
        <div className="grid gap-2">
          <div className={copyRow}>
            <div className={copyTerm}>Send exactly</div>
            <div className="text-2xl wide:text-3xl">
              <SkeletonLine className="w-44" />
            </div>
            <div className="col-span-full row-start-3 text-sm">
              <SkeletonLine className="w-56" />
              {method === 'crypto' && <SkeletonLine className="w-48" />}
            </div>
            <CopySkeleton />
          </div>
          <div className="mt-2 divide-y divide-line">
            {method === 'crypto' ? (
              <ImportantRow label="Address" lines={2} />
            ) : (
              <ImportantRow label={paymentCodeLabel} />
            )}
            {labels[method].map((label) => (
              <div key={label} className={copyRow}>
                <div className={copyTerm}>{label}</div>
                <SkeletonLine className="w-36" />
                <CopySkeleton />
              </div>
            ))}
          </div>
          {method === 'bank' && <div className="h-11" />}
          <div className="mt-1 flex gap-2">
            <Skeleton className="h-11 w-24 wide:h-8 wide:w-20" />
            <Skeleton className="transfer-qr-button h-11 w-26" />
          </div>
        </div>
        <div className="transfer-qr">
          <Skeleton className="size-56" />
        </div>
      </div>
    </div>
  )
}

const labels: Record<PaymentMethod, string[]> = {
  bank: ['Account number', 'Account name', 'Bank'],
  binance: ['Pay ID', 'Name'],
  crypto: [],
}

/** The one that stands out, with its hint. */
const ImportantRow = ({ label, lines = 1 }: { label: string; lines?: number }) => (
  <div className={`${copyRow} border-transparent`}>
    <div className={copyTerm}>{label}</div>
    <div className="text-lg">
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonLine key={line} className="w-40" />
      ))}
    </div>
    <div className="col-span-full row-start-3 mt-1 text-sm">
      <SkeletonLine className="w-full" />
      <SkeletonLine className="w-32 wide:hidden" />
    </div>
    <CopySkeleton />
  </div>
)

const CopySkeleton = () => <Skeleton className="col-start-2 row-span-2 row-start-1 h-11 w-[5.75rem] wide:h-8" />
