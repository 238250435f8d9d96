import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFocusAfter } from '../lib/use-focus-after.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import type { Icon } from './icon.ts'

export interface EmptyStateProps {
  title: string
  text?: ReactNode
  /** What to do next: a Button or ButtonLink. */
  action?: ReactNode
  icon?: Icon
  /** The heading's level on this page; 2 by default. */
  level?: 1 | 2 | 3
  className?: string
}

/** An empty list or page, and what to do next. */
export function EmptyState({ title, text, action, icon: Icon, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={classNames('empty', className)}>
      {Icon && (
        <span className="empty-icon">
          <Icon size={22} strokeWidth={1.5} />
        </span>
      )}
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

export interface ErrorStateProps {
  /** What failed: 'Error loading orders'. */
  title: string
  text?: ReactNode
  /** The button is busy until its promise resolves, and keeps the focus; the page has it with what takes its place. */
  onRetry?: () => void | Promise<unknown>
  className?: string
}

const focusPage = () => document.querySelector('main')?.focus({ preventScroll: true })

/** An error with a button to try again. */
export function ErrorState({ title, text, onRetry, className }: ErrorStateProps) {
  const [busy, setBusy] = useState(false)
  useFocusAfter(busy, focusPage)
  async function retry() {
    setBusy(true)
    await onRetry?.()
    setBusy(false)
  }
  return (
    <div role="alert" className={classNames('empty', className)}>
      <span className="empty-icon empty-icon-bad">
        <CircleAlert size={22} strokeWidth={1.5} />
      </span>
      <p className="heading text-xl">{title}</p>
      {text && <p className="max-w-prose text-muted">{text}</p>}
      {onRetry && (
        <Button className="mt-3" busy={busy} onClick={() => void retry()}>
          Try again
        </Button>
      )}
    </div>
  )
}
