/** Loads a page's code when the pointer or the focus is on a link to it. */
export function prefetchLinks(loadPage: (pathname: string) => Promise<void>) {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    // If this fails, the click tries again and shows the error.
    if (link && link.origin === location.origin) loadPage(link.pathname).catch(() => undefined)
  }
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, prefetch, { passive: true })
}
