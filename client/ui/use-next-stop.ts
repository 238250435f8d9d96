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
      disarm()
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
    // Who points somewhere goes on from there.
    const armed = new AbortController()
    const disarm = () => armed.abort()
    document.addEventListener('keydown', enter, { signal: armed.signal })
    document.addEventListener('pointerdown', disarm, { signal: armed.signal })
    element.addEventListener('keydown', leave)
    return () => {
      disarm()
      element.removeEventListener('keydown', leave)
    }
  }, [isNext])

  return ref
}

const stopsOf = (element: HTMLElement) => [...element.querySelectorAll<HTMLElement>('a, button')]

function move(event: KeyboardEvent, target: HTMLElement | undefined) {
  target?.focus({ preventScroll: true })
  if (document.activeElement === target) event.preventDefault()
}
