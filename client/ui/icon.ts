import type { ComponentType } from 'react'

/** Any icon of lucide-react, or our own of the same shape. Hidden from screen readers: a word stands beside it. */
export type Icon = ComponentType<{ className?: string; size?: number | string; strokeWidth?: number | string }>

/** The four states and the store's own green. State is never told by colour alone: a tone comes with icon and word. */
export type Tone = 'waiting' | 'good' | 'bad' | 'slate' | 'accent'
