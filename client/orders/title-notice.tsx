import { useLayoutEffect, useState } from 'react'

/** The tab's title. A change while the tab is in the background is marked until the user returns. */
export function TitleNotice({ status, page }: { status: string; page: string }) {
  const [seen, setSeen] = useState(status)

  useLayoutEffect(() => {
    const markSeen = () => {
      if (document.visibilityState === 'visible') setSeen(status)
    }
    markSeen()
    document.addEventListener('visibilitychange', markSeen)
    return () => document.removeEventListener('visibilitychange', markSeen)
  }, [status])

  return <title>{`${seen === status ? '' : '● '}${status} · ${page} · Kade`}</title>
}
