import type { ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { useStore } from '../store.tsx'
import { authAddress } from './origin.ts'
import { PageSkeleton } from './page-skeleton.tsx'

/** Who may see a page. */
export type Access = 'public' | 'login' | 'staff'

/** Shows a page to those who may see it. Others are sent to sign in and come back; who is no staff finds nothing there. */
export function Guard({ access, otherwise, children }: { access: Access; otherwise: ReactNode; children: ReactNode }) {
  const ready = useStore((state) => state.accounts.ready)
  const user = useStore((state) => state.accounts.user)
  const ended = useStore((state) => state.accounts.ended)
  const [path] = useLocation()
  const search = useSearch()

  if (access === 'public') return children
  // Where to go after a session that ended by itself is decided elsewhere.
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
