/** What the focus can move to when its control is gone. */
const parts = 'section, form, fieldset, li, aside, nav, dialog, main, [role=group], [role=tabpanel], [tabindex]'
/** What opens over the page, and afterwards leads back to where it was opened. */
const layers = 'dialog, .toasts'

/**
 * Moves the focus to the nearest part of the page that is still there when the control that had it goes, or is disabled,
 * and nothing else takes it (such as `useKeptFocus`, for a row): browsers would move it to the top of the page. After a
 * dialog or a toast, that is where it was before.
 */
export function keepFocus() {
  /** The element that has or had the focus and its ancestors; those of a layer are followed by those from before it. */
  let trail: Element[] = []

  document.addEventListener('focusin', ({ target }) => {
    const next = withAncestors(target as Element)
    const layer = (target as Element).closest(layers)
    const before = layer && trail.includes(layer) ? trail.slice(trail.indexOf(layer) + 1) : trail
    trail = layer ? [...next.slice(0, next.indexOf(layer) + 1), ...before] : next
  })

  const isGone = (control: Element) => !control.isConnected || control.matches(':disabled')
  // Browsers take the focus from a disabled control a moment later.
  const isLost = () =>
    trail.length > 0 && isGone(trail[0]!) && [document.body, trail[0]].includes(document.activeElement ?? undefined)
  const moveOn = () => {
    if (!isLost()) return
    const isOpen = (part: Element) => part.isConnected && part.checkVisibility() && !part.closest('.toasts')
    const part = trail.find((element) => element.matches(parts) && isOpen(element))
    // It may go in its turn, such as a dialog's form.
    trail = part ? trail.slice(trail.indexOf(part)) : []
    if (part instanceof HTMLElement) focusPart(part)
  }
  const observer = new MutationObserver(() => {
    // What was done may move it on purpose, once it has been rendered.
    if (isLost()) requestAnimationFrame(() => setTimeout(moveOn))
  })
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

function withAncestors(element: Element): Element[] {
  const all = []
  for (let one: Element | null = element; one; one = one.parentElement) all.push(one)
  return all
}

/** It has no outline, can't be reached with Tab, and is as before once the focus has left it. */
function focusPart(part: HTMLElement) {
  const isFocusable = part.hasAttribute('tabindex')
  if (!isFocusable) part.tabIndex = -1
  part.toggleAttribute('data-kept', true)
  const leave = () => {
    // The window has lost it, and gives it back.
    if (document.activeElement === part) return
    if (!isFocusable) part.removeAttribute('tabindex')
    part.removeAttribute('data-kept')
    part.removeEventListener('blur', leave)
  }
  part.addEventListener('blur', leave)
  part.focus({ preventScroll: true })
}
