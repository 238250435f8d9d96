import { type RefObject, useEffect, useState } from 'react'
import type { Item } from '../../shared/catalogue/schema.ts'
import { Button } from '../ui/button.tsx'
import { keepToastsAbove } from '../ui/keep-toasts-above.ts'
import { Price } from './price.tsx'

interface BuyBarProps {
  item: Item
  busy: boolean
  onAdd: () => void
  /** The button that the bar stands for while it is above the screen. */
  button: RefObject<HTMLElement | null>
}

/** The price and the button at the bottom of a narrow screen, once the button itself has been scrolled away. */
export default function BuyBar({ item, busy, onAdd, button }: BuyBarProps) {
  const isAbove = useIsAbove(button)
  if (isAbove === null) return null
  return (
    <div
      ref={keepToastsAbove}
      className="buy-bar print:hidden"
      data-shown={isAbove || undefined}
      role="group"
      aria-label={`Buy ${item.name}`}
    >
      <div className="min-w-0">
        <p title={item.name} className="truncate text-[0.8125rem] leading-tight text-muted">
          {item.name}
        </p>
        <Price item={item} />
      </div>
      <Button variant="primary" busy={busy} busyLabel="Adding…" onClick={onAdd}>
        Add to cart
      </Button>
    </div>
  )
}

/** Whether an element has left the screen at its top; null until it first has. */
function useIsAbove(target: RefObject<HTMLElement | null>): boolean | null {
  const [isAbove, setAbove] = useState<boolean | null>(null)
  useEffect(() => {
    // The screen, extended downwards without end: what isn't in it is above.
    const onChange = (entries: IntersectionObserverEntry[]) => {
      const isNowAbove = !entries.at(-1)!.isIntersecting
      setAbove((wasAbove) => (wasAbove === null && !isNowAbove ? null : isNowAbove))
    }
    const observer = new IntersectionObserver(onChange, { rootMargin: '-60px 0px 1000000px' })
    observer.observe(target.current!)
    return () => observer.disconnect()
  }, [target])
  return isAbove
}
