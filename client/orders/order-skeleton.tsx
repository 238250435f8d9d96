import { BackLink } from '../ui/back-link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

interface OrderSkeletonProps {
  /** Known before the order is: 'Order #PG3BED'. */
  title: string
  label?: string
  /** The page with the order's progress. */
  details?: boolean
}

/** An order's page while the order is loading, with the boxes of what follows. */
export function OrderSkeleton({ title, label = 'Loading order…', details }: OrderSkeletonProps) {
  return (
    <div className="page-column py-6 wide:py-10">
      <title>{`${title} · Kade`}</title>
      <BackLink href="/orders">Back to orders</BackLink>
      <PageTitle text={<Skeleton className="my-1 h-4 w-48" />}>{title}</PageTitle>
      <Loading label={label}>{details ? <DetailsBoxes /> : <OrderBoxes />}</Loading>
    </div>
  )
}

/** Statuses; the receipt beside the progress, or below it. */
const DetailsBoxes = () => (
  <>
    <span className="mt-4 flex gap-2">
      <Skeleton className="h-6 w-44" />
      <Skeleton className="h-6 w-28" />
    </span>
    <span className="mt-7 grid items-start gap-10 md:grid-cols-2 wide:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] wide:gap-16">
      <span className="grid gap-6 md:order-2">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-80 w-full rounded-lg" />
      </span>
      <Skeleton className="h-128 w-full" />
    </span>
  </>
)

/** Items and ways to pay, beside the summary or above it. */
const OrderBoxes = () => (
  <span className="mt-7 grid items-start gap-8 wide:grid-cols-[minmax(0,1fr)_24rem] wide:gap-12">
    <span className="grid gap-9">
      <Skeleton className="h-32 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg wide:h-60" />
    </span>
    <Skeleton className="h-96 w-full" />
  </span>
)
