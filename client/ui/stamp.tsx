import { classNames } from './class-names.ts'
import type { Tone } from './icon.ts'

export interface StampProps {
  tone: Tone
  word: string
  /** Below the word, such as '04:39 · Mira' or '15 Nov · Mira'. */
  facts: string
  /** It is being pressed onto the paper right now. */
  pressed?: boolean
  className?: string
}

/** A rubber stamp on a receipt. */
export function Stamp({ tone, word, facts, pressed, className }: StampProps) {
  return (
    <p className={classNames('stamp', `tone-${tone}`, pressed && 'stamp-pressed', className)}>
      {word}
      <span className="sr-only"> · </span>
      <span>{facts}</span>
    </p>
  )
}
