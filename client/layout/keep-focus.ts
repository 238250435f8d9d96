/** What the focus can move to when its control is gone. */
const parts = 'section, form, fieldset, li, aside, nav, dialog, main, [role=group], [role=tabpanel], [tabindex]'

/**
 * Moves the focus to the nearest part of the page that is still there when the control that had it goes, or is disabled,
 * and nothing else takes it (such as `useKeptFocus`, for a row): browsers would move it to the top of the page. After a
 * dialog, that is where it was opened.
 */
export function keepFocus() {
  /** The element that has or had the focus and its ancestors; those of a dialog are followed by those of its opener. */
  let trail: Element[] = []

  document.addEventListener('focusin', ({ target }) => {
    const next = withAncestors(target as Element)
    const dialog = (target as Element).closest('dialog')
    const openedFrom = dialog && trail.includes(dialog) ? trail.slice(trail.indexOf(dialog) + 1) : trail
    trail = dialog ? [...next.slice(0, next.indexOf(dialog) + 1), ...openedFrom] : next
  })

  const isLost = () => {
    const control = trail[0]
    return (
      control && document.activeElement === document.body && !(control.isConnected && !control.matches(':disabled'))
    )
  }
  const moveOn = () => {
    if (!isLost()) return
    const part = trail.find((element) => element.isConnected && element.matches(parts) && element.checkVisibility())
    trail = []
    if (part instanceof HTMLElement && !part.closest('.toasts')) focusPart(part)
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

/** It can't be reached with Tab, and is like before when the focus leaves it. */
function focusPart(part: HTMLElement) {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1
    const leave = () => {
      // The window has lost it, and gives it back.
      if (document.activeElement === part) return
      part.removeAttribute('tabindex')
      part.removeEventListener('blur', leave)
    }
    part.addEventListener('blur', leave)
  }
  part.focus({ preventScroll: true })
}
