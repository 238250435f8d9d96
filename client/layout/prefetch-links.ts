/** Fetches a page's code while the pointer or the focus rests on a link to it, so that it is there at the click. */
export function warmLinks(loadPage: (pathname: string) => Promise<void>) {
  const warm = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    // What does not come now is asked for again at the click, which says so.
    if (link && link.origin === location.origin) loadPage(link.pathname).catch(() => undefined)
  }
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, warm, { passive: true })
}
