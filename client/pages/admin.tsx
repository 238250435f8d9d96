import { Suspense, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { loadSecondFactor } from '../accounts/second-factor-actions.ts'
import { useClient } from '../client-context.tsx'
import { useLoad } from '../use-load.ts'
import { lazyPage } from '../lazy-page.tsx'
import CommandPalette from '../staff/command-palette/command-palette.tsx'
import { StaffSkeleton } from '../staff/staff-skeleton.tsx'

const NotFound = lazyPage('admin-not-found', () => import('./admin-not-found.tsx'))
const security = lazyPage('admin-security', () => import('./admin-security.tsx'))
const inbox = lazyPage('admin-support', () => import('./admin-support.tsx'))
const staffItems = lazyPage('admin-items', () => import('./admin-items.tsx'))
const staffItem = lazyPage('admin-item', () => import('./admin-item.tsx'))
const itemPreview = lazyPage('admin-item-preview', () => import('./admin-item-preview.tsx'))
const staffCategories = lazyPage('admin-categories', () => import('./admin-categories.tsx'))
const coupons = lazyPage('admin-coupons', () => import('./admin-coupons.tsx'))
const payments = lazyPage('admin-payments', () => import('./admin-payments.tsx'))
const money = lazyPage('admin-money', () => import('./admin-money.tsx'))
const statements = lazyPage('admin-statements', () => import('./admin-statements.tsx'))
const statement = lazyPage('admin-statement', () => import('./admin-statement.tsx'))
const deliveries = lazyPage('admin-deliveries', () => import('./admin-deliveries.tsx'))
const staffOrders = lazyPage('admin-orders', () => import('./admin-orders.tsx'))
const staffReviews = lazyPage('admin-reviews', () => import('./admin-reviews.tsx'))
const customers = lazyPage('admin-customers', () => import('./admin-customers.tsx'))
const customer = lazyPage('admin-customer', () => import('./admin-customer.tsx'))
const stats = lazyPage('admin-stats', () => import('./admin-stats.tsx'))
const audit = lazyPage('admin-audit', () => import('./admin-audit.tsx'))
const system = lazyPage('admin-system', () => import('./admin-system.tsx'))
const staffOrder = lazyPage('admin-order', () => import('./admin-order.tsx'))

/** The pages of the staff area. */
const pages = [
  { path: '/admin/support/:userId?', page: inbox },
  { path: '/admin/items', page: staffItems },
  { path: '/admin/items/:id', page: staffItem },
  { path: '/admin/items/:id/preview', page: itemPreview },
  { path: '/admin/categories', page: staffCategories },
  { path: '/admin/coupons', page: coupons },
  { path: '/admin/security', page: security },
  { path: '/admin/payments', page: payments },
  { path: '/admin/money', page: money },
  { path: '/admin/statements', page: statements },
  { path: '/admin/statements/:id', page: statement },
  { path: '/admin/deliveries', page: deliveries },
  { path: '/admin/orders', page: staffOrders },
  { path: '/admin/orders/:id', page: staffOrder },
  { path: '/admin/reviews', page: staffReviews },
  { path: '/admin/customers', page: customers },
  { path: '/admin/customers/:id', page: customer },
  { path: '/admin/stats', page: stats },
  { path: '/admin/audit', page: audit },
  { path: '/admin/system', page: system },
]

export default function StaffArea() {
  const mustSetUp = useMustSetUpSecondFactor()
  const [path] = useLocation()
  if (mustSetUp && path !== securityPath) return <Redirect to={securityPath} replace />
  return (
    <>
      <Suspense fallback={<StaffSkeleton />}>
        <Switch>
          {pages.map(({ path, page: Page }) => (
            <Route key={path} path={path}>
              <Page />
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
      {!mustSetUp && <CommandPalette />}
    </>
  )
}

/** Loads the code of the staff page at a path. */
export async function loadStaffPage(pathname: string) {
  await pageAt(pathname).load()
}

/** The source file of the staff page at a path. */
export const fileOfStaffPage = (pathname: string) => pageAt(pathname).file

const pageAt = (pathname: string) => pages.find(({ path }) => patternOf(path).test(pathname))?.page ?? NotFound

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`, 'i')

const securityPath = '/admin/security'

/** Whether this member of staff has to set up a second factor first: the server then rejects everything else. */
function useMustSetUpSecondFactor(): boolean {
  const client = useClient()
  const [path] = useLocation()
  const [mustSetUp, setMustSetUp] = useState(false)
  // Once it is required, each page checks again, because it may have been set up.
  useLoad(mustSetUp ? `staff-access${path}` : 'staff-access', async (signal) => {
    const { required, since } = await loadSecondFactor(client)
    if (!signal.aborted) setMustSetUp(required && since === null)
  })
  return mustSetUp
}
