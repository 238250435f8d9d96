/** The state of a link back to a page, which shows it where it was scrolled to. */
export const linkBack = { back: true }
const isLinkBack = (state: unknown) => (state as typeof linkBack | null)?.back === true

let isForward = false
/** Notes how pages are opened from now on. Must be called before the router listens. */
export function watchNavigation() {
  for (const name of ['pushState', 'replaceState', 'popstate'])
    addEventListener(name, ({ type }) => void (isForward = type !== 'popstate'))
}

/** Whether the page was opened by Back, Forward or a link back. */
export const isReturn = () => !isForward || isLinkBack(history.state)
