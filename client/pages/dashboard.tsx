import '../activity/activity.css'
import { ShoppingBag } from 'lucide-react'
import type { Dashboard } from '../../shared/activity/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { loadDashboard } from '../activity/actions.ts'
import { DashboardFigures } from '../activity/dashboard-figures.tsx'
import { DashboardSkeleton } from '../activity/dashboard-skeleton.tsx'
import { NextSteps } from '../activity/next-steps.tsx'
import { QuickActions } from '../activity/quick-actions.tsx'
import { RecentActivity } from '../activity/recent-activity.tsx'
import { RecentPurchases } from '../activity/recent-purchases.tsx'
import { SpendingChart } from '../activity/spending-chart.tsx'
import { dashboardKey } from '../activity/store.ts'
import { loadOrders } from '../orders/actions.ts'
import { orderState } from '../orders/order-state.ts'
import { ordersKey } from '../orders/store.ts'
import { useClient, useStore } from '../client-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { SkeletonLine } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

export default function DashboardPage() {
  const client = useClient()
  const name = useStore((state) => state.accounts.user?.firstName ?? '')
  const refetchCount = useStore((state) => state.activity.statsVersion)
  const dashboard = useStore((state) => state.activity.dashboard)
  const loading = useLoad(`${dashboardKey}/${refetchCount}`, (signal) => loadDashboard(client, signal))
  const unpaid = useStore((state) => state.orders.lists[ordersKey(unpaidFilter)])
  const loadingUnpaid = useLoad(ordersKey(unpaidFilter), (signal) => loadOrders(client, unpaidFilter, signal))
  const paid = useStore((state) => state.orders.lists[ordersKey(paidFilter)])
  const loadingPaid = useLoad(ordersKey(paidFilter), (signal) => loadOrders(client, paidFilter, signal))
  const isNew = dashboard?.stats.orders === 0
  const failed = [loading, loadingUnpaid, loadingPaid].filter(({ status }) => status === 'failed')
  const areOrdersMissing = (!unpaid && loadingUnpaid.status === 'failed') || (!paid && loadingPaid.status === 'failed')
  // All at once, so that nothing moves when the last one arrives.
  const isReady = dashboard !== null && (areOrdersMissing || (unpaid !== undefined && paid !== undefined))
  const retry = async () => void (await Promise.all(failed.map((one) => one.retry())))

  return (
    <div className="page-column grid grid-cols-1 content-start gap-6 py-8 wide:py-10">
      <title>Dashboard · Kade</title>
      <div>
        {/* The server doesn't know who it is. */}
        <PageTitle>Dashboard</PageTitle>
        <p role="status" className="mt-1.5 min-h-12 text-muted wrap-anywhere sm:min-h-6">
          {dashboard ? welcomeText(dashboard, name) : loading.status !== 'failed' && <SkeletonLine className="w-80" />}
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-6 wide:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 gap-6">
          {isReady ? (
            <>
              {areOrdersMissing ? (
                <ErrorState
                  className="surface"
                  title="Error loading orders"
                  text={failed[0]?.message}
                  onRetry={retry}
                />
              ) : (
                <WhatWaits dashboard={dashboard} />
              )}
              {isNew ? <NoOrders /> : <RecentPurchases orders={dashboard.recentPurchases} />}
              <DashboardFigures stats={dashboard.stats} />
              {hasHistory(dashboard) && <SpendingChart months={dashboard.months} />}
            </>
          ) : loading.status === 'failed' ? (
            <ErrorState
              className="surface"
              title="Failed to load your dashboard"
              text={loading.message}
              onRetry={retry}
            />
          ) : (
            <DashboardSkeleton />
          )}
        </div>
        {/* Where it is below, it appears with what is above: that can be shorter than its skeleton. */}
        <div
          className={classNames('grid grid-cols-1 gap-6', !isReady && loading.status !== 'failed' && 'max-wide:hidden')}
        >
          <QuickActions />
          <RecentActivity />
        </div>
      </div>
    </div>
  )
}

const unpaidFilter = { paymentStatus: 'pending' } as const
const paidFilter = { paymentStatus: 'paid' } as const

function WhatWaits({ dashboard }: { dashboard: Dashboard }) {
  const orders = useStore((state) => state.orders.byId)
  const unpaid = useStore((state) => state.orders.lists[ordersKey(unpaidFilter)])
  const paid = useStore((state) => state.orders.lists[ordersKey(paidFilter)])
  const ordersOf = (ids: string[] = []) => ids.flatMap((id) => orders[id] ?? [])
  const isShort = (order: Order) => orderState(order).action === 'Send the rest'
  // The list of those that were paid has those that have been verified, too.
  const unverified = ordersOf(paid?.ids).filter(({ paymentStatus }) => paymentStatus === 'paid')
  const short = unverified.filter(isShort)
  const checking = unverified.filter((order) => !isShort(order))
  const unpaidCount = unpaid?.totalCount ?? 0
  return (
    <NextSteps
      unpaid={ordersOf(unpaid?.ids)}
      unpaidCount={unpaidCount}
      short={short}
      checking={checking}
      checkingCount={Math.max(checking.length, dashboard.stats.waiting - unpaidCount - short.length)}
      unopened={dashboard.recentPurchases.filter((order) => orderState(order).action === 'Reveal')}
      ending={dashboard.ending ?? []}
    />
  )
}

/** A chart of one or two columns says less than the total. */
const hasHistory = ({ months }: Dashboard) => months.filter(({ spent }) => spent > 0).length >= 3

function NoOrders() {
  return (
    <EmptyState
      className="surface"
      icon={ShoppingBag}
      title="No orders yet"
      text="Choose a service, pay by transfer and watch each step. Your orders, spending and savings add up here."
      action={
        <ButtonLink variant="primary" href="/items">
          Browse Services
        </ButtonLink>
      }
    />
  )
}

/** A welcome and a sentence about the user's orders, announced when it changes. */
const welcomeText = (dashboard: Dashboard, name: string) =>
  `${[dashboard.stats.orders === 0 ? 'Welcome' : 'Welcome back', name].filter(Boolean).join(', ')}. ${statusText(dashboard)}`

function statusText({ stats: { orders, waiting } }: Dashboard) {
  if (orders === 0) return 'Good to have you here.'
  if (waiting === 0) return 'Nothing is waiting. All your orders are settled.'
  return waiting === 1
    ? 'One order is waiting to be paid or checked.'
    : `${waiting} orders are waiting to be paid or checked.`
}
