import { prefersReducedMotion } from './media.ts'

/** Names and links between elements: a copy that kept them would stand in for the original. */
const identity = ['id', 'name', 'for', 'role', 'autofocus', 'contenteditable', 'aria-label']
/** What would start over in a copy, such as a captcha. */
const living = 'altcha-widget, iframe, .toasts'

/**
 * Shows a copy of a modal dialog or a panel until it has faded out, while the original closes at once: the next key
 * belongs to the page behind. The copy can't be focused, clicked or read aloud.
 * @param leaving the class that animates the copy
 */
export function fadeOut(original: HTMLElement, leaving = 'dialog-leaving') {
  if (!('popover' in original) || prefersReducedMotion() || document.hidden) return
  const copy = document.createElement('div')
  copy.className = `${original.className} ${leaving}`
  if (!original.matches('dialog')) {
    const { left, top, width, height } = original.getBoundingClientRect()
    copy.style.cssText = `inset: ${top}px auto auto ${left}px; width: ${width}px; height: ${height}px`
  }
  copy.popover = 'manual'
  copy.inert = true
  copy.ariaHidden = 'true'
  copy.append(...original.cloneNode(true).childNodes)
  for (const element of copy.querySelectorAll(living)) element.remove()
  copyTyped(original, copy)
  for (const element of copy.querySelectorAll('*')) for (const name of identity) element.removeAttribute(name)
  document.body.append(copy)
  copy.showPopover()
  copyScroll(original, copy)
  copy.addEventListener('animationend', ({ target }) => target === copy && copy.remove())
}

/** What was typed and chosen isn't part of the markup. */
function copyTyped(from: Element, to: Element) {
  const copies = to.querySelectorAll<HTMLInputElement>('input, textarea, select')
  from.querySelectorAll<HTMLInputElement>('input, textarea, select').forEach((field, index) => {
    const copy = copies[index]
    if (!copy || copy.localName !== field.localName || copy.type === 'file') return
    copy.value = field.value
    copy.checked = field.checked
  })
}

function copyScroll(from: Element, to: Element) {
  const [body, copy] = [from, to].map((element) => element.querySelector('.dialog-body, .order-peek-body'))
  if (body && copy) copy.scrollTop = body.scrollTop
}
