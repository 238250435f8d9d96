import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'

/** What to send while it is loading: the amount, its details (as many as there will be) and the QR code. */
export function TransferSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <Loading label="Loading what to send…" className="transfer-room">
      <div className="transfer-step">
        <div className="grid gap-2">
          <div className="py-2 wide:py-2.5">
            <div className="eyebrow">Send exactly</div>
            <div className="text-2xl wide:text-3xl">
              <SkeletonLine className="w-44" />
            </div>
            <div className="text-sm">
              <SkeletonLine className="w-56" />
            </div>
          </div>
          <div className="skeleton-group skeleton-rows mt-2 divide-y divide-line">
            {Array.from({ length: rows }, (_, row) => (
              <div key={row} className="flex items-center justify-between gap-4 py-2 wide:py-2.5">
                <div className="min-w-0 flex-1">
                  <div className="eyebrow">
                    <SkeletonLine className="w-20" />
                  </div>
                  <SkeletonLine className="w-40" />
                </div>
                <Skeleton className="h-11 w-22 flex-none wide:h-8" />
              </div>
            ))}
          </div>
        </div>
        <Skeleton className="transfer-qr size-52" />
      </div>
    </Loading>
  )
}
