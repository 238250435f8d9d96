/** Marks each stylesheet that can't be loaded. Vite, which adds it with the code of a part, never asks for it again. */
export function markFailedStyles(document: Document) {
  const mark = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset.failed = ''
  }
  // Such an event doesn't bubble.
  document.addEventListener('error', mark, { capture: true })
}

/** Loads the marked stylesheets again. @throws when one of them fails again */
export const reloadFailedStyles = () =>
  Promise.all(Array.from(document.querySelectorAll<HTMLLinkElement>('link[data-failed]'), reload))

function reload(link: HTMLLinkElement) {
  const copy = link.cloneNode() as HTMLLinkElement
  delete copy.dataset.failed
  const loaded = new Promise<void>((resolve, reject) => {
    copy.addEventListener('load', () => resolve())
    copy.addEventListener('error', () => reject(new Error(`${copy.href} could not be loaded`)))
  })
  link.replaceWith(copy)
  return loaded
}
