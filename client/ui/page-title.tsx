import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface PageTitleProps {
  children: ReactNode
  /** How many items the page lists. */
  count?: ReactNode
  /** One line under the heading. */
  text?: ReactNode
  /** The page's action, at the right. */
  side?: ReactNode
  className?: string
}

/** The page's only h1. */
export function PageTitle({ children, count, text, side, className }: PageTitleProps) {
  return (
    <div className={classNames('flex flex-wrap items-end justify-between gap-x-6 gap-y-3', className)}>
      <div className="min-w-0">
        <h1 className="text-2xl wide:text-3xl">
          {children}
          {count !== undefined && <span className="tabular ml-3 font-normal text-muted">{count}</span>}
        </h1>
        {text && <p className="mt-1.5 text-balance text-muted">{text}</p>}
      </div>
      {side && <div className="flex flex-wrap items-center gap-2">{side}</div>}
    </div>
  )
}
