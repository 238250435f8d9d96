import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'wouter'
import { classNames } from './class-names.ts'
import type { Tone } from './icon.ts'
import { LAYER_CHANGE } from './layer-change.ts'

export interface ToastOptions {
  type?: 'success' | 'error' | 'warning' | 'info'
  /** A link; the toast ends when its page is open. */
  action?: { label: string; href: string }
  /** Names what the toast is about, for `useDismissToasts`. */
  about?: string
  /** In milliseconds; 3,000 by default, 8,000 with an action. Paused while the pointer or focus is on the toast. */
  duration?: number
}

export type ShowToast = (message: string, options?: ToastOptions) => void

/** `toast('Order cancelled', { type: 'success' })`. Repeating a message restarts its toast. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}

/** `dismiss('cart')`: ends the toasts about something that is no longer so. */
export const useDismissToasts = () => useContext(DismissContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const region = useTopRegion()
  const [toasts, setToasts] = useState<Toast[]>([])
  const [paused, setPaused] = useState(false)
  const lastId = useRef(0)

  const show = useCallback<ShowToast>((message, options) => {
    lastId.current += 1
    const toast = { ...options, message, id: lastId.current }
    setToasts((current) => [...current.filter((other) => other.message !== message), toast].slice(-MAX_TOASTS))
  }, [])
  const dismissWhere = useCallback((isOver: (toast: Toast) => boolean) => {
    setToasts((current) =>
      current.some(isOver) ? current.map((toast) => (isOver(toast) ? { ...toast, leaving: true } : toast)) : current,
    )
    setPaused(false)
  }, [])
  const dismiss = useCallback((id: number) => dismissWhere((toast) => toast.id === id), [dismissWhere])
  const remove = useCallback((id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)), [])
  const dismissAbout = useCallback((about: string) => dismissWhere((toast) => toast.about === about), [dismissWhere])
  // A toast that links to a page has served its purpose once that page is open.
  const [path] = useLocation()
  useEffect(() => dismissWhere(({ action }) => action?.href === path), [path, dismissWhere])

  const list = (isError: boolean) =>
    toasts
      .filter(({ type }) => (type === 'error') === isError)
      .map((toast) => <ToastItem key={toast.id} toast={toast} paused={paused} onDismiss={dismiss} onGone={remove} />)
  const pauseHandlers = {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: (event: FocusEvent) => setPaused(event.currentTarget.contains(event.relatedTarget)),
  }
  return (
    <ToastContext value={show}>
      <DismissContext value={dismissAbout}>{children}</DismissContext>
      {region &&
        createPortal(
          <>
            <div aria-live="assertive" {...pauseHandlers}>
              {list(true)}
            </div>
            <div aria-live="polite" {...pauseHandlers}>
              {list(false)}
            </div>
          </>,
          region,
        )}
    </ToastContext>
  )
}

/** `leaving`: it fades out, and is then removed. */
type Toast = ToastOptions & { message: string; id: number; leaving?: boolean }
type ToastItemProps = { toast: Toast; paused: boolean; onDismiss: (id: number) => void; onGone: (id: number) => void }

const MAX_TOASTS = 4
const ToastContext = createContext<ShowToast | null>(null)
const DismissContext = createContext<(about: string) => void>(() => {})

const LOOKS = {
  success: { tone: 'good', icon: CircleCheck, word: 'Done' },
  error: { tone: 'bad', icon: CircleAlert, word: 'Error' },
  warning: { tone: 'waiting', icon: TriangleAlert, word: 'Warning' },
  info: { tone: 'slate', icon: Info, word: 'Note' },
} as const satisfies Record<string, { tone: Tone; icon: unknown; word: string }>

function ToastItem({ toast, paused, onDismiss, onGone }: ToastItemProps) {
  const { id, message, action, leaving, type = 'info', duration = action ? 8000 : 3000 } = toast
  const { tone, icon: Icon, word } = LOOKS[type]

  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => onDismiss(id), duration)
    return () => clearTimeout(timer)
  }, [paused, id, duration, onDismiss])

  return (
    <div
      className={classNames('toast', `tone-${tone}`, leaving && 'toast-leaving')}
      onAnimationEnd={() => leaving && onGone(id)}
    >
      <Icon size={18} />
      <span className="sr-only">{word}:</span>
      <span className="toast-text">{message}</span>
      {action && (
        <Link href={action.href} className="toast-action" onClick={() => onDismiss(id)}>
          {action.label}
        </Link>
      )}
      <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => onDismiss(id)}>
        <X size={16} />
      </button>
    </div>
  )
}

/** An element in the top layer, moved into an open dialog, because everything outside of it is inert. */
function useTopRegion() {
  const [region, setRegion] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const element = document.createElement('section')
    element.className = 'toasts'
    element.popover = 'manual'
    element.setAttribute('aria-label', 'Messages')
    const raise = () => {
      const dialogs = document.querySelectorAll<HTMLElement>('dialog:modal')
      ;(dialogs[dialogs.length - 1] ?? document.body).append(element)
      element.showPopover?.()
    }
    raise()
    setRegion(element)
    document.addEventListener(LAYER_CHANGE, raise)
    return () => {
      document.removeEventListener(LAYER_CHANGE, raise)
      element.remove()
    }
  }, [])
  return region
}
