import { Check, Clock, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Icon, Tone } from './icon.ts'

const USUAL = { waiting: Clock, good: Check, bad: X, slate: Minus, accent: null } as const

export interface BadgeProps {
  tone: Tone
  /** Instead of the tone's usual icon (clock, check, cross, dash); `null` for none. */
  icon?: Icon | null
  children: ReactNode
  className?: string
}

/** A state: icon and word. */
export function Badge({ tone, icon, children, className }: BadgeProps) {
  const Icon = icon === undefined ? USUAL[tone] : icon
  return (
    <span className={classNames('badge', `tone-${tone}`, !Icon && 'badge-bare', className)}>
      {Icon && <Icon size={14} strokeWidth={2.25} />}
      {children}
    </span>
  )
}

/** A number on a bell or a cart, '99+' at most; nothing at zero. Hidden from screen readers: the control's label says it. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className="count-badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}
