import { Check, Clock, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Icon, Tone } from './icon.ts'

const DEFAULT_ICONS = { waiting: Clock, good: Check, bad: X, slate: Minus, accent: null } as const

export interface BadgeProps {
  tone: Tone
  /** Replaces the tone's default icon (clock, check, cross, dash); `null` for none. */
  icon?: Icon | null
  children: ReactNode
  className?: string
}

/** A status, as an icon with a word. */
export function Badge({ tone, icon, children, className }: BadgeProps) {
  const Icon = icon === undefined ? DEFAULT_ICONS[tone] : icon
  return (
    <span className={classNames('badge', `tone-${tone}`, !Icon && 'badge-bare', className)}>
      {Icon && <Icon size={14} strokeWidth={2.25} />}
      {children}
    </span>
  )
}

/** A count on an icon, at most '99+'; nothing for zero. Hidden from screen readers, because the control's label has it. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className="count-badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}
