import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import type { Tone } from './icon.ts'
import type { Toast } from './toast.tsx'
import { useNextStop } from './use-next-stop.ts'

type ToastItemProps = {
  toast: Toast
  paused: boolean
  onDismiss: (id: number) => void
  onGone: (id: number) => void
}

const LOOKS = {
  success: { tone: 'good', icon: CircleCheck, word: 'Done' },
  error: { tone: 'bad', icon: CircleAlert, word: 'Error' },
  warning: { tone: 'waiting', icon: TriangleAlert, word: 'Warning' },
  info: { tone: 'slate', icon: Info, word: 'Note' },
} as const satisfies Record<string, { tone: Tone; icon: unknown; word: string }>

export function ToastItem({ toast, paused, onDismiss, onGone }: ToastItemProps) {
  const { id, message, action, leaving, type = 'info', duration = action ? 8000 : 3000 } = toast
  const { tone, icon: Icon, word } = LOOKS[type]

  const ref = useNextStop(!!action && 'isNextStop' in action && action.isNextStop === true && !leaving)

  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => onDismiss(id), duration)
    return () => clearTimeout(timer)
  }, [paused, id, duration, onDismiss])

  return (
    <div
      ref={ref}
      className={classNames('toast', `tone-${tone}`, leaving && 'toast-leaving')}
      onAnimationEnd={() => leaving && onGone(id)}
    >
      <Icon size={18} />
      <span className="sr-only">{word}:</span>
      <span className="toast-text">{message}</span>
      {action && <ToastAction action={action} onSelected={() => onDismiss(id)} />}
      <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => onDismiss(id)}>
        <X size={16} />
      </button>
    </div>
  )
}

function ToastAction({ action, onSelected }: { action: NonNullable<Toast['action']>; onSelected: () => void }) {
  if ('href' in action) {
    return (
      <Link href={action.href} className="toast-action" onClick={onSelected}>
        {action.label}
      </Link>
    )
  }
  const select = () => {
    onSelected()
    action.onSelect()
  }
  return (
    <button type="button" className="toast-action" onClick={select}>
      {action.label}
    </button>
  )
}
