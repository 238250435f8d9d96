import { prefersReducedMotion } from './reduced-motion.ts'

/** Names and links between elements: a copy that kept them would stand in for the original. */
const identity = ['id', 'name', 'for', 'role', 'autofocus', 'contenteditable', 'aria-label']
/** What would start over in a copy, such as a captcha. */
const living = 'altcha-widget, iframe, .toasts'

/**
 * Shows a copy of a modal dialog until it has faded out, while the dialog itself closes at once: the next key belongs to
 * the page behind. The copy can't be focused, clicked or read aloud.
 */
export function fadeOut(dialog: HTMLDialogElement) {
  if (!('popover' in dialog) || prefersReducedMotion() || document.hidden) return
  const copy = document.createElement('div')
  copy.className = `${dialog.className} dialog-leaving`
  copy.popover = 'manual'
  copy.inert = true
  copy.ariaHidden = 'true'
  copy.append(...(dialog.cloneNode(true) as HTMLElement).childNodes)
  for (const element of copy.querySelectorAll(living)) element.remove()
  copyTyped(dialog, copy)
  for (const element of copy.querySelectorAll('*')) for (const name of identity) element.removeAttribute(name)
  document.body.append(copy)
  copy.showPopover()
  copyScroll(dialog, copy)
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
  const [body, copy] = [from, to].map((element) => element.querySelector('.dialog-body'))
  if (body && copy) copy.scrollTop = body.scrollTop
}
