import { useState } from 'react'
import { classNames } from './class-names.ts'

export interface ExpandableTextProps {
  text: string
  /** After how many lines it is cut off, as a class ('line-clamp-2'). */
  clamp: string
}

/** Text of which the first lines are shown, and all of it on a click. */
export function ExpandableText({ text, clamp }: ExpandableTextProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <button
      type="button"
      className="cell-button block max-w-full text-left"
      title={isOpen ? undefined : text}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <span className={classNames('wrap-anywhere', !isOpen && clamp)}>{text}</span>
    </button>
  )
}
