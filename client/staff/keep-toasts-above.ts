/** The ref of a bar at the lower edge of a staff page: keeps messages above it, however tall it gets. */
export function keepToastsAbove(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--toast-bar', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--toast-bar')
  }
}
