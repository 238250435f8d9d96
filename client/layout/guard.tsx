import type { ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { useViewer } from '../accounts/use-viewer.ts'
import { useStore } from '../client-context.tsx'
import { authAddress } from './return-path.ts'
import { PageNeedsScripts } from './page-needs-scripts.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

/** Who may see a page. */
export type Access = 'public' | 'login' | 'staff'

/** Shows a page to those who may see it. Visitors are sent to log in and come back; customers don't find staff pages. */
export function Guard({ access, otherwise, children }: { access: Access; otherwise: ReactNode; children: ReactNode }) {
  const ready = useStore((state) => state.accounts.ready)
  const { user, signedIn } = useViewer()
  const wasStaff = useStore((state) => state.accounts.prefs.isStaff === true)
  const ended = useStore((state) => state.accounts.endReason)
  const [path] = useLocation()
  const search = useSearch()

  if (access === 'public') return children
  // Until the session is restored, a page shows itself as it looks while its data are loading.
  const isRestoring = !ready && (access === 'staff' ? wasStaff : signedIn)
  const isAllowed = ready && user !== null && (access === 'login' || user.isAdmin)
  // The page keeps its place in the tree. If it were mounted a second time, its skeleton would fade in again, and a page
  // that isn't hydrated yet would leave its title behind.
  if (isRestoring || isAllowed) {
    return (
      <>
        {isRestoring && (
          <>
            <meta name="robots" content="noindex" />
            <PageNeedsScripts />
          </>
        )}
        {children}
      </>
    )
  }
  // SessionEnd decides where to go after a session has ended.
  if (!ready || (!user && ended)) {
    return (
      <>
        <meta name="robots" content="noindex" />
        <PageNeedsScripts />
        <PageSkeleton />
      </>
    )
  }
  if (!user) return <Redirect to={authAddress(search ? `${path}?${search}` : path)} replace />
  return otherwise
}
