import { useLayoutEffect, useState } from 'react'

/** The tab's title. News that come while the tab is in the background are marked until somebody looks. */
export function NewsTitle({ news, page }: { news: string; page: string }) {
  const [seen, setSeen] = useState(news)

  useLayoutEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') setSeen(news)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [news])

  return <title>{`${seen === news ? '' : '● '}${news} · ${page} · Kade`}</title>
}
