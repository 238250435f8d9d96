import { flushSync } from 'react-dom'
import { prefersReducedMotion } from './media.ts'

/**
 * Opens a page with a view transition: `element` grows into the element of the next page whose style sheet gives it the
 * same name. Where the browser has no view transitions, or the user prefers reduced motion, the page just opens.
 * @param prepared what the next page needs: its code, without which there is nothing to grow into
 */
export function openFrom(
  element: HTMLElement | null | undefined,
  name: string,
  prepared: Promise<unknown>,
  open: () => void,
) {
  const wait = waitFor(prepared)
  if (!element || !document.startViewTransition || prefersReducedMotion()) return void wait.then(open)
  // While it is set, elements that have a name by the style sheet give it up: a name must be unique.
  document.documentElement.toggleAttribute('data-leaving', true)
  element.style.viewTransitionName = name
  const { ready, finished } = document.startViewTransition(async () => {
    await wait
    document.documentElement.removeAttribute('data-leaving')
    flushSync(open)
    // In case the element is still there.
    element.style.viewTransitionName = ''
  })
  // A transition that is skipped, because another one starts or the page is hidden, still updates the page.
  for (const promise of [ready, finished]) promise.catch(() => undefined)
}

/** The page stands still meanwhile. */
const maxWaitMs = 250

/** Waits for what the next page needs, but not for long. */
export const waitFor = (prepared: Promise<unknown>) =>
  Promise.race([prepared.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
