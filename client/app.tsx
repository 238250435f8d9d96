import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { AskToSignIn } from './accounts/ask-to-sign-in.tsx'
import { Guard } from './layout/guard.tsx'
import { Layout } from './layout/layout.tsx'
import { KnownPaths } from './layout/origin.ts'
import { PageFault } from './layout/page-fault.tsx'
import { PageSkeleton } from './layout/page-skeleton.tsx'
import { findRoute, notFound as NotFoundPage, routes } from './routes.tsx'
import { ToastProvider } from './ui/toast.tsx'

export function App() {
  return (
    <KnownPaths value={isKnown}>
      <ToastProvider>
        <AskToSignIn>
          <Layout>
            <PageFault>
              <Suspense fallback={<PageSkeleton />}>
                <Pages />
              </Suspense>
            </PageFault>
          </Layout>
        </AskToSignIn>
      </ToastProvider>
    </KnownPaths>
  )
}

function Pages() {
  return (
    <Switch>
      {routes.map(({ path, access, page: Page }) => (
        <Route key={path} path={path}>
          <Guard access={access} otherwise={<NotFoundPage />}>
            <Page />
          </Guard>
        </Route>
      ))}
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  )
}

const isKnown = (pathname: string) => findRoute(pathname) !== undefined
