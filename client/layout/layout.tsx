import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useStore } from '../client-context.tsx'
import { laterElement, lazyPart } from './lazy-part.tsx'
import { Navbar } from './navbar.tsx'
import { StaffFrame, useIsStaffArea } from './staff-area.ts'
import { useScroll } from './use-scroll.ts'

const SessionEnd = lazyPart(() => import('./session-end.tsx'))
const footer = laterElement(() => import('./footer.tsx'))
const announcement = laterElement(() => import('./page-announcement.tsx'))

/** The frame of every page: the shop's, or that of the staff area. */
export function Layout({ children }: { children: ReactNode }) {
  const content = usePageFocus()
  const ended = useStore((state) => state.accounts.endReason)
  const isStaff = useIsStaffArea()
  useScroll()

  return (
    <div className={isStaff ? 'staff-shell' : 'flex min-h-dvh flex-col'}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      {ended && (
        <Suspense fallback={null}>
          <SessionEnd reason={ended} />
        </Suspense>
      )}
      {isStaff ? (
        <Suspense fallback={<div className="staff-side" />}>
          <StaffFrame />
        </Suspense>
      ) : (
        <header className="navbar">
          <Navbar />
        </header>
      )}
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className={isStaff ? 'staff-main' : 'flex min-h-[calc(100dvh-var(--nav-height))] flex-1 flex-col outline-none'}
      >
        {children}
      </main>
      {!isStaff && footer}
      {announcement}
    </div>
  )
}

/** Moves the focus to a page that opens, or to the part that its link names, as browsers do. */
function usePageFocus() {
  const [path] = useLocation()
  const content = useRef<HTMLElement>(null)
  const shownPath = useRef(path)

  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    const target = document.getElementById(location.hash.slice(1)) ?? content.current
    target?.focus({ preventScroll: true })
  }, [path])

  return content
}
