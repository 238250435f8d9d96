import {
  type ComponentType,
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { whenIdle } from '../lib/when-idle.ts'
import type { ToastListProps } from './toast-list.tsx'

export interface ToastOptions {
  type?: 'success' | 'error' | 'warning' | 'info'
  /**
   * A link, and the toast ends when its page is open; or something to do on this one. `isNextStop`: the next Tab leads to
   * it, because the control that was used has gone.
   */
  action?: { label: string; href: string } | { label: string; onSelect: () => void; isNextStop?: boolean }
  /** Toasts with the same message and another key stay side by side, because each has an action of its own. */
  key?: string
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
  const [toasts, setToasts] = useState<Toast[]>([])
  const lastId = useRef(0)
  const toastList = useToastList(toasts.length > 0)

  const show = useCallback<ShowToast>((message, options) => {
    lastId.current += 1
    const toast = { ...options, message, id: lastId.current }
    setToasts((current) =>
      [...current.filter((other) => other.message !== message || other.key !== toast.key), toast].slice(-MAX_TOASTS),
    )
  }, [])
  const dismissWhere = useCallback((isOver: (toast: Toast) => boolean) => {
    setToasts((current) =>
      current.some(isOver) ? current.map((toast) => (isOver(toast) ? { ...toast, leaving: true } : toast)) : current,
    )
  }, [])
  const remove = useCallback((id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)), [])
  const dismissAbout = useCallback((about: string) => dismissWhere((toast) => toast.about === about), [dismissWhere])

  return (
    <ToastContext value={show}>
      <DismissContext value={dismissAbout}>{children}</DismissContext>
      {toastList && createElement(toastList, { toasts, onDismiss: dismissWhere, onGone: remove })}
    </ToastContext>
  )
}

/** `leaving`: it fades out, and is then removed. */
export type Toast = ToastOptions & { message: string; id: number; leaving?: boolean }
const MAX_TOASTS = 4
const ToastContext = createContext<ShowToast | null>(null)
const DismissContext = createContext<(about: string) => void>(() => {})

/** How messages are shown is not part of the first view: it is loaded when the page is idle, or once there is one. */
function useToastList(isNeeded: boolean) {
  const [toastList, setToastList] = useState<ComponentType<ToastListProps> | null>(null)
  useEffect(() => {
    if (toastList) return
    const load = () =>
      void import('./toast-list.tsx').then(
        (module) => setToastList(() => module.default),
        () => {},
      )
    if (isNeeded) return load()
    return whenIdle(load)
  }, [isNeeded, toastList])
  return toastList
}
