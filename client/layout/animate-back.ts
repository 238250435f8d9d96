import { openBack } from '../ui/open-back.ts'

/** The pages that open from a part of their row in a list, and the transition's name. */
const pages = [
  { path: /^\/items\/./, name: 'item-cover', row: 'article', part: '.item-cover' },
  { path: /^\/orders\/details\/./, name: 'order-number', row: 'li', part: '.order-number' },
]

/**
 * Returns what handles Back before the router does: from such a page to a list, what grew into the page shrinks into its
 * row.
 */
export function animateBack(loadPage: (pathname: string) => Promise<void>) {
  let path = location.pathname
  const readPath = () => (path = location.pathname)
  for (const type of ['pushState', 'replaceState']) addEventListener(type, readPath)
  return (event: PopStateEvent) => {
    const left = path
    readPath()
    const page = pages.find((one) => one.path.test(left))
    // Not if the browser has animated it, as Safari does for a swipe.
    if (!page || left === path || event.hasUAVisualTransition) return
    const { name, row, part } = page
    const findPart = () =>
      document.querySelector(`${row} a[href="${left}"]`)?.closest(row)?.querySelector<HTMLElement>(part)
    // The path is the same then.
    const open = () => void dispatchEvent(new PopStateEvent('popstate'))
    if (openBack(name, findPart, loadPage(path), open)) event.stopImmediatePropagation()
  }
}
