import { CartPromises } from './cart-summary.tsx'
import { Leader, Leaders } from '../ui/leader.tsx'
import { Receipt } from '../ui/receipt.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'

/** The cart while it is loading: its lines and the summary. */
export function CartSkeleton() {
  return (
    <Loading
      label="Loading cart…"
      className="noscript:hidden grid items-start gap-8 wide:grid-cols-[minmax(0,1fr)_23rem] wide:gap-12"
    >
      <div className="skeleton-group skeleton-rows divide-y divide-line max-wide:*:last:border-b">
        {[1, 2, 3].map((line) => (
          <CartLine key={line} />
        ))}
      </div>
      {/* On narrow screens the bar with the amount follows. */}
      <Receipt className="max-wide:mb-26">
        <h2 className="text-lg">Summary</h2>
        <div className="mt-4 grid gap-5">
          <Leaders>
            <Leader label="Subtotal" amount={<SkeletonLine className="w-14" />} />
            <Leader label="Processing fees (4%)" amount={<SkeletonLine className="w-12" />} />
            <Leader label="Total" amount={<SkeletonLine className="w-14" />} />
            <Leader label="Fee waived for transfers" amount={<SkeletonLine className="w-12" />} />
            <Leader label="You pay" amount={<SkeletonLine className="w-20" />} look="strong" />
          </Leaders>
          <CartPromises />
          <div className="grid gap-2">
            <div className="grid max-wide:hidden">
              <Skeleton className="h-12" />
            </div>
            <div className="grid h-11 place-items-center">
              <SkeletonLine className="w-36" />
            </div>
          </div>
        </div>
      </Receipt>
    </Loading>
  )
}

const CartLine = () => (
  <div className="grid grid-cols-[auto_1fr_auto] gap-x-4 gap-y-3 py-5 wide:grid-cols-[auto_minmax(0,1fr)_auto_7rem_auto] wide:items-center wide:gap-x-6">
    <Skeleton className="size-16 rounded-lg wide:size-18" />
    <div className="min-w-0">
      <div className="max-wide:py-1">
        <SkeletonLine className="w-44" />
      </div>
      <div className="text-sm">
        <SkeletonLine className="w-20" />
        <SkeletonLine className="w-28" />
      </div>
    </div>
    <span className="size-9 wide:order-last" />
    <div className="col-span-full flex items-center justify-between gap-x-4 wide:col-span-2 wide:contents min-[25rem]:max-wide:pl-20">
      <Skeleton className="h-11 w-32" />
      <SkeletonLine className="skeleton-end w-16" />
    </div>
  </div>
)
