import { type MouseEvent, useContext } from 'react'
import { useLocation } from 'wouter'
import { useClient } from '../client-context.tsx'
import { LoadPage } from '../layout/load-page.ts'
import { openFrom } from '../ui/view-transition.ts'
import { beginItem } from './lazy-actions.ts'

/** Returns a click handler for a card's link: the card's picture grows into that of the item's page. */
export function useOpenWithCover(id: string, href: string) {
  const client = useClient()
  const [, navigate] = useLocation()
  const loadPage = useContext(LoadPage)
  return (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    const cover = event.currentTarget.closest('article')?.querySelector<HTMLElement>('.item-cover')
    const prepared = Promise.all([loadPage(href), beginItem(client, id)])
    openFrom(cover, 'item-cover', prepared, () => navigate(href))
  }
}
