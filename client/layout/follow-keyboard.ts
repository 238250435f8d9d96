/**
 * Sets `--keyboard` to the height by which a phone's keyboard covers the page, so that sheets and toasts stay above it.
 * Zooming makes the visible part smaller, too, and covers nothing.
 */
export function followKeyboard() {
  const viewport = window.visualViewport
  if (!viewport) return
  const update = () => {
    const covered = viewport.scale > 1 ? 0 : Math.max(0, innerHeight - viewport.height - viewport.offsetTop)
    document.documentElement.style.setProperty('--keyboard', `${covered}px`)
  }
  viewport.addEventListener('resize', update)
  viewport.addEventListener('scroll', update)
}
