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
import { LAYER_CHANGE } from './dialog.tsx'
import type { Tone } from './icon.ts'

export interface ToastOptions {
  type?: 'success' | 'error' | 'warning' | 'info'
  action?: { label: string; onAction: () => void }
  /** Milliseconds; 3,000 unless told, 8,000 with an action. It waits while pointer or focus is on it. */
  duration?: number
}

export type ShowToast = (message: string, options?: ToastOptions) => void

/** `toast('Order cancelled', { type: 'success' })`. The same message twice is shown once, from the start. */
export function useToast(): ShowToast {
  const show = useContext(Toasts)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const region = useTopRegion()
  const [shown, setShown] = useState<Toast[]>([])
  const [held, setHeld] = useState(false)
  const made = useRef(0)

  const show = useCallback<ShowToast>((message, options) => {
    made.current += 1
    const toast = { ...options, message, id: made.current }
    setShown((before) => [...before.filter((one) => one.message !== message), toast].slice(-MOST))
  }, [])
  const drop = useCallback((id: number) => {
    setShown((before) => before.filter((one) => one.id !== id))
    setHeld(false)
  }, [])

  const list = (urgent: boolean) =>
    shown
      .filter(({ type }) => (type === 'error') === urgent)
      .map((toast) => <Slip key={toast.id} toast={toast} held={held} onDrop={drop} />)
  const holding = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: (event: FocusEvent) => setHeld(event.currentTarget.contains(event.relatedTarget)),
  }
  return (
    <Toasts value={show}>
      {children}
      {region &&
        createPortal(
          <>
            <div aria-live="assertive" {...holding}>
              {list(true)}
            </div>
            <div aria-live="polite" {...holding}>
              {list(false)}
            </div>
          </>,
          region,
        )}
    </Toasts>
  )
}

type Toast = ToastOptions & { message: string; id: number }

const MOST = 4
const Toasts = createContext<ShowToast | null>(null)

const LOOKS = {
  success: { tone: 'good', icon: CircleCheck, word: 'Done' },
  error: { tone: 'bad', icon: CircleAlert, word: 'Error' },
  warning: { tone: 'waiting', icon: TriangleAlert, word: 'Warning' },
  info: { tone: 'slate', icon: Info, word: 'Note' },
} as const satisfies Record<string, { tone: Tone; icon: unknown; word: string }>

function Slip({ toast, held, onDrop }: { toast: Toast; held: boolean; onDrop: (id: number) => void }) {
  const { id, message, action, type = 'info', duration = action ? 8000 : 3000 } = toast
  const { tone, icon: Icon, word } = LOOKS[type]

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => onDrop(id), duration)
    return () => clearTimeout(timer)
  }, [held, id, duration, onDrop])

  return (
    <div className={`toast tone-${tone}`}>
      <Icon size={18} />
      <span className="sr-only">{word}:</span>
      <span className="toast-text">{message}</span>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            onDrop(id)
            action.onAction()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => onDrop(id)}>
        <X size={16} />
      </button>
    </div>
  )
}

/** An element of our own that stands above everything, and inside the dialog that is open: all else is inert then. */
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
