import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import type { Tone } from '../ui/icon.ts'
import './dot-word.css'

/** A state that needs no action, as a dot and a word. */
export function DotWord({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={classNames('dot-word', `tone-${tone}`)}>{children}</span>
}
