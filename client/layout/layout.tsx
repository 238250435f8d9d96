import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from '../client-context.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { SessionEnd } from './session-end.tsx'
import { useScroll } from './use-scroll.ts'

/** The frame of every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { content, announcement } = usePageChange()
  const ended = useStore((state) => state.accounts.endReason)
  useScroll()

  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      {ended && <SessionEnd reason={ended} />}
      <header className="navbar">
        <Navbar />
        <ConnectionBar />
      </header>
      <main ref={content} id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <Footer />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** Moves the focus to a page that opens and announces its title, as loading a document would. */
function usePageChange() {
  const [path] = useLocation()
  const content = useRef<HTMLElement>(null)
  const shownPath = useRef(path)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    content.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setAnnouncement(document.title), 300)
    return () => clearTimeout(timer)
  }, [path])

  return { content, announcement }
}
