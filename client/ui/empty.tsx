import { CircleAlert } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
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
  /** What to give to support: the request's id in the server's log. */
  errorId?: string
  /** The button is busy until its promise resolves, and keeps the focus; with what takes its place, the page around it has it. */
  onRetry?: () => void | Promise<unknown>
  className?: string
}

/** An error with a button to try again. */
export function ErrorState({ title, text, errorId, onRetry, className }: ErrorStateProps) {
  const [busy, setBusy] = useState(false)
  const place = useRef<HTMLElement | null>(null)
  const giveFocus = useCallback(() => place.current?.focus({ preventScroll: true }), [])
  useFocusAfter(busy, giveFocus)
  async function retry(button: HTMLElement) {
    place.current = button.closest<HTMLElement>('[role=tabpanel], dialog, main')
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
      {errorId && (
        <p className="text-xs text-muted">
          Error id <code>{errorId}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-3" busy={busy} onClick={({ currentTarget }) => void retry(currentTarget)}>
          Try again
        </Button>
      )}
    </div>
  )
}
