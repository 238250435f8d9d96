import type { ComponentType } from 'react'

/** An icon of lucide-react, or one with the same props. Hidden from screen readers, because text stands next to it. */
export type Icon = ComponentType<{ className?: string; size?: number | string; strokeWidth?: number | string }>

/** Four states and the accent colour. Colour alone never conveys a state: a tone comes with an icon and a word. */
export type Tone = 'waiting' | 'good' | 'bad' | 'slate' | 'accent'
