import { classNames } from './class-names.ts'
import type { Tone } from './icon.ts'

export interface StampProps {
  tone: Tone
  /** What it says, such as 'Verified · 04:39 · Mira'. */
  children: string
  /** It is being pressed onto the paper right now. */
  pressed?: boolean
  className?: string
}

/** A rubber stamp on a receipt. */
export function Stamp({ tone, children, pressed, className }: StampProps) {
  return <p className={classNames('stamp', `tone-${tone}`, pressed && 'stamp-pressed', className)}>{children}</p>
}
