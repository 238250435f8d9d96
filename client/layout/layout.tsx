import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from '../store.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { SessionEnd } from './session-end.tsx'
import { useScroll } from './use-scroll.ts'

/** What stands around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { content, news } = usePageChange()
  const ended = useStore((state) => state.accounts.ended)
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
        {news}
      </p>
    </div>
  )
}

/** A page that opens within the store takes the focus and is named, as a document of its own would be. */
function usePageChange() {
  const [path] = useLocation()
  const content = useRef<HTMLElement>(null)
  const shown = useRef(path)
  const [news, setNews] = useState('')

  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    content.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setNews(document.title), 300)
    return () => clearTimeout(timer)
  }, [path])

  return { content, news }
}
