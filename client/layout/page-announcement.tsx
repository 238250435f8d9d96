import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'

/** The page may set its title after it has opened. */
const delayMs = 300

/** Another page may have opened before this code was loaded. */
const pathAtLoad = () => new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).pathname

/** Announces the title of a page that opens, as browsers do. */
export default function PageAnnouncement() {
  const [path] = useLocation()
  const shownPath = useRef<string>(undefined)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const before = shownPath.current ?? pathAtLoad()
    shownPath.current = path
    if (before === path) return
    let timer = setTimeout(announce, delayMs)
    function announce() {
      // A page whose code is loading has no title of its own yet.
      if (document.querySelector('.page-loading')) timer = setTimeout(announce, delayMs)
      else setAnnouncement(document.title)
    }
    return () => clearTimeout(timer)
  }, [path])

  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
