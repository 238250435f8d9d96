import { type MouseEvent, useContext } from 'react'
import { useLocation } from 'wouter'
import { LoadPage } from '../layout/load-page.ts'
import { openFrom } from '../ui/view-transition.ts'

/** Returns a click handler for a card's link: the card's picture grows into that of the item's page. */
export function useOpenWithCover(href: string) {
  const [, navigate] = useLocation()
  const loadPage = useContext(LoadPage)
  return (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    const cover = event.currentTarget.closest('article')?.querySelector<HTMLElement>('.item-cover')
    openFrom(cover, 'item-cover', loadPage(href), () => navigate(href))
  }
}
