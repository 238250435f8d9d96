import { type RefObject, useEffect } from 'react'

/**
 * Lets a sticky element that is taller than the window stop where its end is visible, not its beginning. `--sticky-top`
 * is the offset that the stylesheet limits from above.
 */
export function useStickyTop(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const target = element.current!
    const update = () => target.style.setProperty('--sticky-top', `${innerHeight - target.offsetHeight - 24}px`)
    const observer = new ResizeObserver(update)
    observer.observe(target)
    addEventListener('resize', update)
    return () => {
      observer.disconnect()
      removeEventListener('resize', update)
    }
  }, [element])
}
