import { useEffect, useRef } from 'react'

/**
 * Makes the next Tab lead into an element, wherever it is on the page, and Tab out of it back to where the focus was.
 * @param isNext whether it does, as long as the element is there
 * @returns the element's ref
 */
export function useNextStop(isNext: boolean) {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = ref.current
    if (!element || !isNext) return
    let origin: HTMLElement | null = null

    function enter(event: KeyboardEvent) {
      if (event.key !== 'Tab') return
      document.removeEventListener('keydown', enter)
      const focused = document.activeElement
      if (event.shiftKey || element!.contains(focused)) return
      origin = focused as HTMLElement
      move(event, stopsOf(element!)[0])
    }
    function leave(event: KeyboardEvent) {
      const stops = stopsOf(element!)
      const isLast = document.activeElement === (event.shiftKey ? stops[0] : stops.at(-1))
      if (event.key === 'Tab' && isLast && origin?.isConnected) move(event, origin)
    }
    document.addEventListener('keydown', enter)
    element.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('keydown', enter)
      element.removeEventListener('keydown', leave)
    }
  }, [isNext])

  return ref
}

const stopsOf = (element: HTMLElement) => [...element.querySelectorAll<HTMLElement>('a, button')]

function move(event: KeyboardEvent, target: HTMLElement | undefined) {
  event.preventDefault()
  target?.focus({ preventScroll: true })
}
