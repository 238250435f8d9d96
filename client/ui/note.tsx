import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Icon, Tone } from './icon.ts'

const ICONS = { waiting: TriangleAlert, good: CircleCheck, bad: CircleAlert, slate: Info, accent: Info } as const

export interface NoteProps {
  tone?: Tone
  icon?: Icon
  title?: ReactNode
  children?: ReactNode
  className?: string
}

/** A framed message within the page. */
export function Note({ tone = 'slate', icon, title, children, className }: NoteProps) {
  const Icon = icon ?? ICONS[tone]
  return (
    <div className={classNames('note', `tone-${tone}`, className)}>
      <Icon size={18} />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
