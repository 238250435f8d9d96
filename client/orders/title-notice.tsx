import { useEffect, useState } from 'react'
import { usePageVisible } from '../ui/use-page-visible.ts'

export interface TitleNoticeProps {
  status: string
  page: string
  /** Good news gets a tick, and a green dot on the tab's icon. */
  isGood: boolean
}

/** The tab's title. A change while the tab is in the background is marked until the user returns. */
export function TitleNotice({ status, page, isGood }: TitleNoticeProps) {
  const isVisible = usePageVisible()
  const [seen, setSeen] = useState(status)
  if (isVisible && seen !== status) setSeen(status)
  const isNew = seen !== status

  useEffect(() => {
    if (isNew && isGood) return markIcon()
  }, [isNew, isGood])

  return <title>{`${isNew ? (isGood ? '✓ ' : '● ') : ''}${status} · ${page} · Kade`}</title>
}

/** @returns how to restore the icon */
function markIcon() {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon][type="image/svg+xml"]')
  if (!icon) return
  const plain = icon.href
  icon.href = '/mark-news.svg'
  return () => void (icon.href = plain)
}
