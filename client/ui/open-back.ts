import { flushSync } from 'react-dom'
import { prefersReducedMotion } from './media.ts'
import { waitFor } from './view-transition.ts'

/**
 * Opens the page before with a view transition: the element with this name shrinks into its place there, if that is on
 * screen.
 * @param findPlace once that page is shown
 * @returns whether there is a transition; if not, nothing has opened
 */
export function openBack(
  name: string,
  findPlace: () => HTMLElement | null | undefined,
  code: Promise<unknown>,
  open: () => void,
): boolean {
  if (!document.startViewTransition || prefersReducedMotion()) return false
  let place: HTMLElement | null | undefined
  const { ready, finished } = document.startViewTransition(async () => {
    await waitFor(code)
    flushSync(open)
    place = findPlace()
    if (!place || !isOnScreen(place)) return
    // Another element of that page may have the name.
    document.documentElement.toggleAttribute('data-leaving', true)
    place.style.viewTransitionName = name
  })
  ready.catch(() => undefined)
  const end = () => {
    document.documentElement.removeAttribute('data-leaving')
    if (place) place.style.viewTransitionName = ''
  }
  finished.then(end, end)
  return true
}

function isOnScreen(element: HTMLElement) {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
