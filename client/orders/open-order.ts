import { type MouseEvent, useContext } from 'react'
import { useLocation } from 'wouter'
import { useClient } from '../client-context.tsx'
import { LoadPage } from '../layout/load-page.ts'
import { openBack } from '../ui/open-back.ts'
import { openFrom } from '../ui/view-transition.ts'
import { beginOrder } from './actions.ts'

/** The state of a page that was opened from the list: the page before it in the history. */
const fromList = { fromList: true }
const isFromList = (state: unknown) => (state as typeof fromList | null)?.fromList === true

/** Returns a click handler for a link in an order's row: its number grows into the title of the order's page. */
export function useOpenOrder(id: string, href: string) {
  const client = useClient()
  const [, navigate] = useLocation()
  const loadPage = useContext(LoadPage)
  return (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    const number = event.currentTarget.closest('li')?.querySelector<HTMLElement>('.order-number')
    const prepared = Promise.all([loadPage(href), beginOrder(client, id)])
    openFrom(number, 'order-number', prepared, () => navigate(href, { state: fromList }))
  }
}

/**
 * Returns a click handler for the link from an order's page to the list. Who came from the list goes back to it as they
 * left it, with its filters and scroll position; else the title shrinks into the number in its row.
 */
export function useBackToOrders(id: string) {
  const [, navigate] = useLocation()
  const loadPage = useContext(LoadPage)
  return (event: MouseEvent<HTMLElement>) => {
    if (isFromList(history.state)) {
      event.preventDefault()
      return history.back()
    }
    const findNumber = () => document.querySelector<HTMLElement>(`.order-number[href="/orders/details/${id}"]`)
    if (openBack('order-number', findNumber, loadPage('/orders'), () => navigate('/orders'))) event.preventDefault()
  }
}
