import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

export interface ExpandableTextProps {
  text: string
  /** After how many lines it is cut off, as a class ('line-clamp-2'). */
  clamp: string
}

/** Text of which the first lines are shown, and all of it on a click; an arrow says that there is more. */
export function ExpandableText({ text, clamp }: ExpandableTextProps) {
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  const shown = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const element = shown.current!
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <button
      type="button"
      className="cell-button flex max-w-full items-center gap-1.5 text-left"
      title={isOpen ? undefined : text}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <span ref={shown} className={classNames('min-w-0 flex-1 wrap-anywhere', !isOpen && clamp)}>
        {text}
      </span>
      <ChevronDown
        size={16}
        className={classNames('mb-0.5 flex-none self-end text-muted', isOpen ? 'rotate-180' : !isCut && 'invisible')}
      />
    </button>
  )
}
