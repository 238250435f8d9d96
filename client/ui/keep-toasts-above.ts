/** The ref of a bar at the bottom of the screen: keeps toasts above it, wherever it stands in the lower half. */
export function keepToastsAbove(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  let height: number | null = null
  const place = () => {
    const fromBottom = innerHeight - bar.getBoundingClientRect().top
    const next = fromBottom > 0 && fromBottom < innerHeight / 2 ? fromBottom : 0
    if (next === height) return
    height = next
    style.setProperty('--toast-bar', `${height}px`)
  }
  const observer = new ResizeObserver(place)
  observer.observe(bar)
  // What is above it moves it.
  observer.observe(bar.parentElement!)
  // A bar that slides in has its place after that.
  bar.addEventListener('transitionend', place)
  document.addEventListener('scroll', place, { capture: true, passive: true })
  return () => {
    observer.disconnect()
    bar.removeEventListener('transitionend', place)
    document.removeEventListener('scroll', place, { capture: true })
    style.removeProperty('--toast-bar')
  }
}
