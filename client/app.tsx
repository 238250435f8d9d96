import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { LoginPrompt } from './accounts/login-prompt.tsx'
import { Guard } from './layout/guard.tsx'
import { Layout } from './layout/layout.tsx'
import { LoadPage } from './layout/load-page.ts'
import { KnownPaths } from './layout/return-path.ts'
import { PageError } from './layout/page-error.tsx'
import { PageSkeleton } from './layout/page-skeleton.tsx'
import { findRoute, loadPage, notFound as NotFoundPage, routes } from './routes.tsx'
import { ToastProvider } from './ui/toast.tsx'
import { GuardedRouter } from './guarded-router.tsx'

export function App() {
  return (
    <GuardedRouter>
      <KnownPaths value={isKnown}>
        <LoadPage value={loadPage}>
          <ToastProvider>
            <LoginPrompt>
              <Layout>
                <PageError>
                  <Suspense fallback={<PageSkeleton />}>
                    <Pages />
                  </Suspense>
                </PageError>
              </Layout>
            </LoginPrompt>
          </ToastProvider>
        </LoadPage>
      </KnownPaths>
    </GuardedRouter>
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
