import type { ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { useStore } from '../client-context.tsx'
import { authAddress } from './return-path.ts'
import { PageSkeleton } from './page-skeleton.tsx'

/** Who may see a page. */
export type Access = 'public' | 'login' | 'staff'

/** Shows a page to those who may see it. Visitors are sent to log in and come back; customers don't find staff pages. */
export function Guard({ access, otherwise, children }: { access: Access; otherwise: ReactNode; children: ReactNode }) {
  const ready = useStore((state) => state.accounts.ready)
  const user = useStore((state) => state.accounts.user)
  const ended = useStore((state) => state.accounts.endReason)
  const [path] = useLocation()
  const search = useSearch()

  if (access === 'public') return children
  // SessionEnd decides where to go after a session has ended.
  if (!ready || (!user && ended)) {
    return (
      <>
        <title>Kade</title>
        <meta name="robots" content="noindex" />
        <PageSkeleton />
      </>
    )
  }
  if (!user) return <Redirect to={authAddress(search ? `${path}?${search}` : path)} replace />
  return access === 'staff' && !user.isAdmin ? otherwise : children
}
