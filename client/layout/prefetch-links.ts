/**
 * Loads a page's code when the pointer or the focus is on a link to it.
 * @param prefetchAll whether the code for every link of the page that has opened is loaded now
 */
export function prefetchLinks(loadPage: (pathname: string) => Promise<void>, prefetchAll: boolean) {
  const prefetch = (link: HTMLAnchorElement | HTMLAreaElement | null) => {
    // If this fails, the click tries again and shows the error.
    if (link?.origin === location.origin) loadPage(link.pathname).catch(() => undefined)
  }
  const prefetchTarget = ({ target }: Event) => target instanceof Element && prefetch(target.closest('a'))
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, prefetchTarget, { passive: true })
  if (prefetchAll) Array.from(document.links, prefetch)
}
