import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'

/** Returns a click handler for a card's link: the card's picture grows into that of the item's page. */
export function useOpenWithCover(href: string) {
  const [, navigate] = useLocation()
  return (event: MouseEvent<HTMLElement>) => {
    const picture = event.currentTarget.closest('article')?.querySelector<HTMLElement>('.item-cover')
    if (!picture || !document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    event.preventDefault()
    picture.style.viewTransitionName = 'item-cover'
    const { ready, finished } = document.startViewTransition(() => {
      flushSync(() => navigate(href))
      // In case the card is still there.
      picture.style.viewTransitionName = ''
    })
    // A transition that is skipped, because another one starts or the page is hidden, still updates the page.
    ready.catch(() => undefined)
    finished.catch(() => undefined)
  }
}
